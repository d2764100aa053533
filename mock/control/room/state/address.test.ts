import { expect, test } from 'vitest'
import { scenarioIn } from './address.ts'

test.for([
  ['', {}],
  ['?plan=gold', {}],
  ['?world=zoo&scenario=polite', { choice: { clients: ['polite'], plan: 'free', speed: 10 } }],
  [
    '?scenario=stampede,naive&plan=pro&speed=30',
    { choice: { clients: ['stampede', 'naive'], plan: 'pro', speed: 30 } },
  ],
] as const)('%s', ([search, asked]) => {
  expect(scenarioIn(search)).toEqual(asked)
})

test.for([
  ['?scenario=rude,polite', 'There is no client "rude" here. The clients: naive, polite, backoff, stampede.'],
  ['?scenario=polite,', 'There is no client "" here. The clients: naive, polite, backoff, stampede.'],
  [
    '?scenario=naive,naive',
    'A link may have one client (scenario=naive) or two different ones (scenario=naive,polite).',
  ],
  [
    '?scenario=naive,polite,backoff',
    'A link may have one client (scenario=naive) or two different ones (scenario=naive,polite).',
  ],
  [
    '?scenario=naive&sped=30',
    'There is no parameter "sped" here. The parameters: world, scenario, plan, speed.',
  ],
  [
    '?scenario=naive&plan=enterprise&speed=7',
    'There is no plan "enterprise" here. The plans: free, pro, business. There is no speed "7" here. The speeds: 1, 10, 30.',
  ],
] as const)('%s is not followed', ([search, why]) => {
  expect(scenarioIn(search)).toEqual({ problem: `This link is not followed. ${why}` })
})
