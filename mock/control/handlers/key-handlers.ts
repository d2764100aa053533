import { viewKey } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** The API keys of a world. */
export const keyHandlers = {
  listKeys: async ({ path }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: (await keys.list()).map(viewKey) }
  },

  addKey: async ({ path, body }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 201, json: viewKey(await keys.add(body)) }
  },

  readKey: async ({ path }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: viewKey(await keys.get(path.key)) }
  },

  changePlan: async ({ path, body }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: viewKey(await keys.changePlan(path.key, body)) }
  },

  removeKey: async ({ path }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    await keys.remove(path.key)
    return { status: 204 }
  },

  setRemaining: async ({ path, body }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: viewKey(await keys.setRemaining(path.key, body)) }
  },

  banKey: async ({ path, body }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: viewKey(await keys.ban(path.key, body.seconds)) }
  },

  liftBan: async ({ path }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: viewKey(await keys.lift(path.key)) }
  },
} satisfies Partial<Handlers>
