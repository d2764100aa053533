import type { Handlers } from '../handler.ts'
import { viewClock } from '../views/view-clock.ts'

/** A world's own time. */
export const clockHandlers = {
  readClock: ({ path }, { worlds }) => ({
    status: 200,
    json: viewClock(worlds.get(path.world).clock.read()),
  }),

  changeClock: ({ path, body }, { worlds }) => ({
    status: 200,
    json: viewClock(worlds.get(path.world).clock.change(body)),
  }),

  advanceClock: ({ path, body }, { worlds }) => ({
    status: 200,
    json: viewClock(worlds.get(path.world).clock.advance(body)),
  }),
} satisfies Partial<Handlers>
