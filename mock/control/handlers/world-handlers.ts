import { parseChoices } from '../../../spec/index.ts'
import { openStream } from '../events/event-hub.ts'
import { viewWorld } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** The isolated copies of the service, and what happens in them. */
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
    json: [...worlds.get(path.world).pets.list(query)],
  }),

  addPet: ({ path, body }, { worlds }) => ({ status: 201, json: worlds.get(path.world).pets.add(body) }),

  changePet: ({ path, body }, { worlds }) => ({
    status: 200,
    json: worlds.get(path.world).pets.change(path.petId, body),
  }),

  removePet: ({ path }, { worlds }) => {
    worlds.get(path.world).pets.remove(path.petId)
    return { status: 204 }
  },

  resetWorld: ({ path }, { worlds, mount }) => {
    const world = worlds.get(path.world)
    world.reset()
    return { status: 200, json: viewWorld(world, mount) }
  },

  saveWorld: ({ path }, { worlds }) => ({ status: 200, json: worlds.get(path.world).snapshot() }),

  restoreWorld: ({ path, body }, { worlds, mount }) => {
    const world = worlds.get(path.world)
    world.restore(body, 'The body')
    return { status: 200, json: viewWorld(world, mount) }
  },

  takeLease: ({ path, body }, { worlds, leases }) => {
    leases.take(worlds.get(path.world), path.lease, body)
    return { status: 204 }
  },

  endLease: ({ path }, { worlds, leases }) => {
    leases.end(worlds.get(path.world), path.lease)
    return { status: 204 }
  },

  readJournal: ({ path, query }, { worlds }) => ({
    status: 200,
    json: [...worlds.get(path.world).journal.page(query)],
  }),

  clearJournal: ({ path }, { worlds }) => {
    worlds.get(path.world).journal.clear()
    return { status: 204 }
  },

  readReport: ({ path }, { worlds }) => ({ status: 200, json: { ...worlds.get(path.world).keys.report() } }),

  streamEvents: ({ path }, { worlds, events }) => openStream(events, worlds.get(path.world).name),
} satisfies Partial<Handlers>
