import type { Choices } from '../../client/generated/wire.ts'
import type { ChoiceControl } from '../../core/world/controls.ts'
import { viewClock, viewFault } from '../message/views.ts'
import type { Handlers } from './handlers.ts'

/** What is set in a world: its time, its limits, what it chooses at each open point, and what is deliberately broken. */
export const settingHandlers = {
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

  readLimits: ({ path }, { worlds }) => ({ status: 200, json: { on: worlds.get(path.world).limits.on } }),

  switchLimits: ({ path, body }, { worlds }) => {
    const { limits } = worlds.get(path.world)
    limits.switch(body.on)
    return { status: 200, json: { on: limits.on } }
  },

  listChoices: ({ path }, { worlds }) => ({ status: 200, json: viewChoices(worlds.get(path.world).choices) }),

  choose: ({ path, body }, { worlds }) => {
    const { choices } = worlds.get(path.world)
    choices.set(body)
    return { status: 200, json: viewChoices(choices) }
  },

  varyChoices: ({ path, body }, { worlds }) => {
    const { choices } = worlds.get(path.world)
    choices.vary(body.seed)
    return { status: 200, json: viewChoices(choices) }
  },

  listFaults: ({ path }, { worlds }) => ({
    status: 200,
    json: worlds.get(path.world).faults.list().map(viewFault),
  }),

  addFault: ({ path, body }, { worlds }) => ({
    status: 201,
    json: viewFault(worlds.get(path.world).faults.add(body)),
  }),

  clearFaults: ({ path }, { worlds }) => {
    worlds.get(path.world).faults.clear()
    return { status: 204 }
  },

  removeFault: ({ path }, { worlds }) => {
    worlds.get(path.world).faults.remove(path.id)
    return { status: 204 }
  },
} satisfies Partial<Handlers>

function viewChoices(choices: ChoiceControl): Choices {
  return choices.list().map(({ id, section, remark, question, default: preset, variants, chosen }) => ({
    id,
    section,
    ...(remark !== undefined && { remark }),
    question,
    default: preset,
    variants: { ...variants },
    chosen,
  }))
}
