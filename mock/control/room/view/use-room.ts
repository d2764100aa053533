import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Room } from '../state/room.ts'

export const RoomContext = createContext<Room | undefined>(undefined)

/** The room that a view stands in. */
export function useRoom(): Room {
  const room = useContext(RoomContext)
  if (!room) throw new Error('a view stands outside of the room')
  return room
}
