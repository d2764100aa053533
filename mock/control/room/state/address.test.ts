import { expect, test } from 'vitest'
import { scenarioIn } from './address.ts'

test.for([
  ['', undefined],
  ['?scenario=nobody', undefined],
  ['?world=zoo&scenario=polite', { clients: ['polite'], plan: 'free', speed: 10 }],
  [
    '?scenario=stampede,naive,polite&plan=pro&speed=30',
    { clients: ['stampede', 'naive'], plan: 'pro', speed: 30 },
  ],
  ['?scenario=naive&plan=gold&speed=31', { clients: ['naive'], plan: 'free', speed: 10 }],
] as const)('%s', ([search, choice]) => {
  expect(scenarioIn(search)).toEqual(choice)
})
