import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/index.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { addresses, commands } from './commands.ts'
import { LimiterModel, type Rules } from './limiter-model.ts'
import { keys, type Model, type Real } from './system.ts'
import { settingsOf } from '../../core/settings/settings.ts'
import { NOW, testWorld } from '../../core/testing/test-world.ts'

const RUNS = 60
const PER_MINUTE = 3
const PER_DAY = 8

const alignments = ['calendar', 'first-request'] as const satisfies readonly Choices['window-alignment'][]
const bans = ['none', 'after-1-strikes-for-1-seconds', 'after-2-strikes-for-90-seconds'] as const
const charging = ['yes', 'no'] as const

const settings = alignments.flatMap((alignment) =>
  bans.flatMap((ban) => charging.map((errorsCount) => ({ alignment, ban, errorsCount }))),
)

function setup(choices: Choices): { model: Model; real: Real } {
  const { ban } = settingsOf(choices)
  const rules: Rules = {
    alignment: choices['window-alignment'],
    ban,
    errorsCount: choices['do-errors-count'] === 'yes',
  }
  const callers = {
    ...Object.fromEntries(keys.map((key) => [key, new LimiterModel(rules, PER_MINUTE, PER_DAY)])),
    ...Object.fromEntries(
      addresses.map((address) => [address, new LimiterModel({ ...rules, ban: undefined }, 60, 1000)]),
    ),
  }
  const specs = keys.map(
    (key) => ({ key, plan: 'enterprise', perMinute: PER_MINUTE, perDay: PER_DAY }) as const,
  )
  return {
    model: { now: NOW, pets: [], callers },
    real: { world: testWorld({ createPetStore: memoryPets }, { keys: specs, choices }) },
  }
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
