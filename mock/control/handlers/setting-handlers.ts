import { parseChoices } from '../../../spec/choices.ts'
import type { Choices } from '../../client/generated/wire.ts'
import type { ChosenPoint } from '../../core/world/controls.ts'
import { viewClock, viewFault } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** The settings of a world: clock, limits, choices and faults. */
export const settingHandlers = {
  readClock: async ({ path }, { worlds }) => {
    const { clock } = await worlds.get(path.world)
    return { status: 200, json: viewClock(await clock.read()) }
  },

  changeClock: async ({ path, body }, { worlds }) => {
    const { clock } = await worlds.get(path.world)
    return { status: 200, json: viewClock(await clock.change(body)) }
  },

  advanceClock: async ({ path, body }, { worlds }) => {
    const { clock } = await worlds.get(path.world)
    return { status: 200, json: viewClock(await clock.advance(body)) }
  },

  readLimits: async ({ path }, { worlds }) => {
    const { limits } = await worlds.get(path.world)
    return { status: 200, json: { on: await limits.on } }
  },

  switchLimits: async ({ path, body }, { worlds }) => {
    const { limits } = await worlds.get(path.world)
    await limits.switch(body.on)
    return { status: 200, json: { on: await limits.on } }
  },

  listChoices: async ({ path }, { worlds }) => {
    const { choices } = await worlds.get(path.world)
    return { status: 200, json: viewChoices(await choices.list()) }
  },

  choose: async ({ path, body }, { worlds }) => {
    const { choices } = await worlds.get(path.world)
    await choices.set(parseChoices(body))
    return { status: 200, json: viewChoices(await choices.list()) }
  },

  varyChoices: async ({ path, body }, { worlds }) => {
    const { choices } = await worlds.get(path.world)
    await choices.vary(body.seed)
    return { status: 200, json: viewChoices(await choices.list()) }
  },

  listFaults: async ({ path }, { worlds }) => {
    const { faults } = await worlds.get(path.world)
    return { status: 200, json: (await faults.list()).map(viewFault) }
  },

  addFault: async ({ path, body }, { worlds }) => {
    const { faults } = await worlds.get(path.world)
    return { status: 201, json: viewFault(await faults.add(body)) }
  },

  clearFaults: async ({ path }, { worlds }) => {
    const { faults } = await worlds.get(path.world)
    await faults.clear()
    return { status: 204 }
  },

  removeFault: async ({ path }, { worlds }) => {
    const { faults } = await worlds.get(path.world)
    await faults.remove(path.id)
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function viewChoices(points: readonly ChosenPoint[]): Choices {
  return points.map(({ id, section, remark, question, default: preset, variants, chosen }) => ({
    id,
    section,
    ...(remark !== undefined && { remark }),
    question,
    default: preset,
    variants: { ...variants },
    chosen,
  }))
}
