import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Room } from '../state/room.ts'

export const RoomContext = createContext<Room | undefined>(undefined)

/** The room of a view. */
export function useRoom(): Room {
  const room = useContext(RoomContext)
  if (!room) throw new Error('A view must be rendered inside RoomContext.Provider')
  return room
}
