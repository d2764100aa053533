import { parseChoices } from '../../../spec/index.ts'
import type { Handlers } from '../handler.ts'
import { viewPet } from '../views/view-pet.ts'
import { viewWorld } from '../views/view-world.ts'

/** The isolated copies of the service. */
export const worldHandlers = {
  listWorlds: (_input, { worlds, mount }) => ({
    status: 200,
    json: worlds.list().map((world) => viewWorld(world, mount)),
  }),

  createWorld: async ({ body: { name, choices = {}, ...options } }, { worlds, mount }) => {
    const world = await worlds.createWith(name, { ...options, choices: parseChoices(choices) })
    return { status: 201, json: viewWorld(world, mount) }
  },

  readWorld: ({ path }, { worlds, mount }) => ({
    status: 200,
    json: viewWorld(worlds.get(path.world), mount),
  }),

  removeWorld: ({ path }, { worlds }) => {
    worlds.remove(path.world)
    return { status: 204 }
  },

  listPetsOf: ({ path, query }, { worlds }) => ({
    status: 200,
    json: worlds.get(path.world).pets(query).map(viewPet),
  }),

  resetWorld: ({ path }, { worlds, mount }) => {
    const world = worlds.get(path.world)
    world.reset()
    return { status: 200, json: viewWorld(world, mount) }
  },
} satisfies Partial<Handlers>
