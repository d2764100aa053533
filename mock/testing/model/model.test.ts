import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { commands } from './commands.ts'
import { modelOf, specsOfModel, type Model, type Real } from './system.ts'
import { testWorld } from '../../core/testing/test-world.ts'

const RUNS = 60

const alignments = ['calendar', 'first-request'] as const satisfies readonly Choices['window-alignment'][]
const bans = ['none', 'after-1-strikes-for-1-seconds', 'after-2-strikes-for-90-seconds'] as const
const charging = ['yes', 'no'] as const

const settings = alignments.flatMap((alignment) =>
  bans.flatMap((ban) => charging.map((errorsCount) => ({ alignment, ban, errorsCount }))),
)

function setup(choices: Choices): { model: Model; real: Real } {
  const world = testWorld({ createPetStore: memoryPets }, { keys: specsOfModel, choices })
  return { model: modelOf(choices), real: { world } }
}

test.for(settings)(
  'any sequence of requests and clock moves is answered as the model says: $alignment, ban $ban, errors count: $errorsCount',
  async ({ alignment, ban, errorsCount }) => {
    const choices = {
      ...defaultChoices,
      'window-alignment': alignment,
      'do-errors-count': errorsCount,
      ban,
    } as const
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const { model, real } = setup(choices)
        await fc.asyncModelRun(() => ({ model, real }), sequence)
        expect(real.world.pets.size).toBe(model.pets.length)
      }),
      { numRuns: RUNS },
    )
  },
)
