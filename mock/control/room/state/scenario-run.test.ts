import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { ControlClient } from '../../../client/control-client.ts'
import type { FetchReply } from '../../../client/operation.ts'
import type { Change } from '../../../client/generated/wire.ts'
import { ScenarioRun } from './scenario-run.ts'

const START = Date.UTC(2026, 2, 1, 12)

/** A run that has begun, and what is done to the clock of its world, so many seconds after its start. */
function begun() {
  const scenarios = new ScenarioRun(new ControlClient(''), signal('default'), { add: () => undefined })
  scenarios.world.value = 'default'
  scenarios.isRunning.value = true
  scenarios.run.value = { start: START, end: undefined, keys: [], ends: new Map() }
  const note = (seconds: number, pace: string, world = 'default'): void => {
    const time = new Date(START + seconds * 1000).toISOString()
    scenarios.noteChange({ world, what: 'clock', time, sentence: `it is ${time}, ${pace}` })
  }
  return { scenarios, note }
}

it.each<
  [what: string, changes: readonly (readonly [seconds: number, pace: string, world?: string])[], is: boolean]
>([
  ['nothing', [], false],
  ['it is set', [[130, 'speed 10']], true],
  ['its speed is changed', [[13, 'speed 600']], true],
  [
    'it is frozen for a while',
    [
      [13, 'frozen'],
      [13, 'speed 10'],
    ],
    false,
  ],
  [
    'it is set while it is frozen',
    [
      [13, 'frozen'],
      [73, 'frozen'],
      [73, 'speed 10'],
    ],
    true,
  ],
  [
    'it is set before the start',
    [
      [-13, 'frozen'],
      [0, 'speed 10'],
    ],
    false,
  ],
  ['that of another world is set', [[130, 'speed 10', 'staging']], false],
])('a run is disturbed by its clock: %s', (_what, changes, is) => {
  const { scenarios, note } = begun()
  for (const change of changes) note(...change)
  expect(scenarios.disturbances.value.has('clock')).toBe(is)
})

it.each<[what: Change['what'], sentence: string, is: boolean]>([
  ['limits', 'limits off', true],
  ['choices', 'invalid-limit=clamped', true],
  ['faults', 'fault 1 (status) added', true],
  ['faults', 'fault 1 healed after 2 hits', false],
  ['pets', 'pet 6 added', false],
])('a run is disturbed by a change of the %s, "%s": %s', (what, sentence, is) => {
  const { scenarios } = begun()
  const time = new Date(START + 1000).toISOString()
  scenarios.noteChange({ world: 'default', what, time, sentence })
  expect([...scenarios.disturbances.value]).toEqual(is ? [what] : [])
})

it('a run that ends because of a reset says so, also where it begins to end before the page hears of the reset', async () => {
  const { promise, resolve } = Promise.withResolvers<FetchReply>()
  const control = new ControlClient('http://mock.test/_mock', () => promise)
  const scenarios = new ScenarioRun(control, signal('default'), { add: () => undefined })
  const run = scenarios.start({})
  scenarios.endIn('default', 'reset')
  resolve({ status: 404, headers: new Headers(), text: () => Promise.resolve('{}') })
  await run
  expect(scenarios.problem.value).toBe('Stopped, because the world was reset')
})

it('what is done to the clock after a run does not disturb it', () => {
  const { scenarios, note } = begun()
  scenarios.isRunning.value = false
  note(130, 'speed 1')
  expect(scenarios.disturbances.value).toEqual(new Set())
})
