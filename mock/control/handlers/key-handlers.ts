import { viewKey } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** The API keys of a world. */
export const keyHandlers = {
  listKeys: ({ path }, { worlds }) => ({
    status: 200,
    json: worlds.get(path.world).keys.list().map(viewKey),
  }),

  addKey: ({ path, body }, { worlds }) => ({
    status: 201,
    json: viewKey(worlds.get(path.world).keys.add(body)),
  }),

  readKey: ({ path }, { worlds }) => ({
    status: 200,
    json: viewKey(worlds.get(path.world).keys.get(path.key)),
  }),

  changePlan: ({ path, body }, { worlds }) => ({
    status: 200,
    json: viewKey(worlds.get(path.world).keys.changePlan(path.key, body)),
  }),

  removeKey: ({ path }, { worlds }) => {
    worlds.get(path.world).keys.remove(path.key)
    return { status: 204 }
  },

  setRemaining: ({ path, body }, { worlds }) => ({
    status: 200,
    json: viewKey(worlds.get(path.world).keys.setRemaining(path.key, body)),
  }),

  banKey: ({ path, body }, { worlds }) => ({
    status: 200,
    json: viewKey(worlds.get(path.world).keys.ban(path.key, body.seconds)),
  }),

  liftBan: ({ path }, { worlds }) => ({
    status: 200,
    json: viewKey(worlds.get(path.world).keys.lift(path.key)),
  }),
} satisfies Partial<Handlers>
