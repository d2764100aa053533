import type { ChoiceControl } from '../../core/world/controls.ts'
import type { Choices } from '../../client/generated/wire.ts'
import type { Handlers } from '../handler.ts'

/** What a world takes at each open point. */
export const choiceHandlers = {
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
