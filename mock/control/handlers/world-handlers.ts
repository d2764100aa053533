import { parseChoices } from '../../../spec/choices.ts'
import { openStream } from '../events/event-hub.ts'
import { restoreInTurns } from '../message/restore-in-turns.ts'
import { viewWorld } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** Worlds, their pets, snapshots, leases, journals, reports and events. */
export const worldHandlers = {
  listWorlds: async (_input, { worlds, ...place }) => ({
    status: 200,
    json: (await worlds.readings()).map((world) => viewWorld(world, place)),
  }),

  createWorld: async ({ body: { name, choices = {}, ...options } }, { worlds, ...place }) => {
    const world = await worlds.createWith(name, { ...options, choices: parseChoices(choices) })
    return { status: 201, json: viewWorld(await world.read(), place) }
  },

  readWorld: async ({ path }, { worlds, ...place }) => {
    const world = await worlds.get(path.world)
    return { status: 200, json: viewWorld(await world.read(), place) }
  },

  removeWorld: async ({ path }, { worlds }) => {
    await worlds.remove(path.world)
    return { status: 204 }
  },

  listPetsOf: async ({ path, query }, { worlds }) => {
    const { pets } = await worlds.get(path.world)
    return { status: 200, json: [...(await pets.list(query))] }
  },

  addPet: async ({ path, body }, { worlds }) => {
    const { pets } = await worlds.get(path.world)
    return { status: 201, json: await pets.add(body) }
  },

  changePet: async ({ path, body }, { worlds }) => {
    const { pets } = await worlds.get(path.world)
    return { status: 200, json: await pets.change(path.petId, body) }
  },

  removePet: async ({ path }, { worlds }) => {
    const { pets } = await worlds.get(path.world)
    await pets.remove(path.petId)
    return { status: 204 }
  },

  resetWorld: async ({ path }, { worlds, ...place }) => {
    const world = await worlds.get(path.world)
    await world.reset()
    return { status: 200, json: viewWorld(await world.read(), place) }
  },

  saveWorld: async ({ path }, { worlds }) => {
    const world = await worlds.get(path.world)
    return { status: 200, jsonPieces: await world.snapshotText() }
  },

  restoreWorld: async ({ path, body }, { worlds, ...place }) => {
    const world = await worlds.get(path.world)
    await restoreInTurns(world, body, 'The body')
    return { status: 200, json: viewWorld(await world.read(), place) }
  },

  takeLease: async ({ path, body }, { worlds, leases }) => {
    const world = await worlds.get(path.world)
    await leases.acquire(world, path.lease, body)
    if (body.speed !== undefined) await world.leases.setSpeed(path.lease, body.speed)
    return { status: 204 }
  },

  endLease: async ({ path }, { worlds, leases }) => {
    await leases.end(await worlds.get(path.world), path.lease)
    return { status: 204 }
  },

  readJournal: async ({ path, query }, { worlds }) => {
    const { journal } = await worlds.get(path.world)
    return { status: 200, json: [...(await journal.page(query))] }
  },

  clearJournal: async ({ path }, { worlds }) => {
    const { journal } = await worlds.get(path.world)
    await journal.clear()
    return { status: 204 }
  },

  readReport: async ({ path }, { worlds }) => {
    const { keys } = await worlds.get(path.world)
    return { status: 200, json: { ...(await keys.report()) } }
  },

  streamEvents: async ({ path }, { worlds, events }) =>
    await openStream(events, worlds.events, (await worlds.get(path.world)).name),
} satisfies Partial<Handlers>
