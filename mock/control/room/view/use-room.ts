import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Room } from '../state/room.ts'

export const RoomContext = createContext<Room | undefined>(undefined)

/** The room that a view belongs to. */
export function useRoom(): Room {
  const room = useContext(RoomContext)
  if (!room) throw new Error('a view is outside of the room')
  return room
}
