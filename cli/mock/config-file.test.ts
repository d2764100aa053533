import { describe, expect, it } from 'vitest'
import { operationIds } from '../../spec/operations.ts'
import { customPlanIds, planIds } from '../../spec/plans.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Layer } from './mock-command.ts'
import { parseConfig } from './config-file.ts'

const read = (text: string): Promise<Layer> => parseConfig(text, 'c.yaml', (path) => `/conf/${path}`)

describe('a good config', () => {
  it.each<[string, string, Layer]>([
    ['nothing', '', {}],
    ['an address', 'port: 0\nhost: 0.0.0.0', { port: 0, host: '0.0.0.0' }],
    ['a beginning', 'seed: 7\npets: 20', { seed: 7, pets: 20 }],
    [
      'paths, relative to the file',
      'data: pets.json\nchoicesFile: staging.yaml',
      { data: '/conf/pets.json', choicesFile: '/conf/staging.yaml' },
    ],
    [
      'keys',
      'keys:\n  - { key: team, plan: pro }\n  - { key: big, plan: enterprise, perMinute: 5, perDay: 9 }',
      {
        keys: [
          { key: 'team', plan: 'pro' },
          { key: 'big', plan: 'enterprise', perMinute: 5, perDay: 9 },
        ],
      },
    ],
    [
      'choices of whatever YAML type',
      'choices:\n  limit-above-100: 400\n  www-authenticate: false\n  location-on-201: yes',
      { choices: { 'limit-above-100': '400', 'www-authenticate': 'no', 'location-on-201': 'yes' } },
    ],
    [
      'a fixed delay',
      'faults: [{ effect: { kind: delay, from: 5 } }]',
      { faults: [{ effect: { kind: 'delay', from: 5 } }] },
    ],
    ['limits in words', 'limits: off', { limits: false }],
    ['limits as a boolean', 'limits: true', { limits: true }],
    ['the log', 'log: json\nquiet: true\nvary: 3', { log: 'json', quiet: true, vary: 3 }],
    [
      'faults',
      'faults:\n  - effect: { kind: delay, from: 1, to: 2 }\n    operation: getPet\n  - { effect: { kind: not-json }, times: 1 }',
      {
        faults: [
          { effect: { kind: 'delay', from: 1, to: 2 }, operation: 'getPet' },
          { effect: { kind: 'not-json' }, times: 1 },
        ],
      },
    ],
  ])('says %s', async (_what, text, layer) => {
    expect(await read(text)).toEqual(layer)
  })
})

describe('a bad config is refused with its place:', () => {
  it.each([
    ['a list', '- port', 'the whole must be an object, such as "port: 4010"'],
    ['an unknown name', 'prot: 1', 'prot is not known. Did you mean port?'],
    ['a name without a similar one', 'frobnicate: 1', 'frobnicate is not known'],
    [
      'an unknown name inside',
      'keys: [{ key: a, plan: enterprise, perMinut: 5 }]',
      'keys[0].perMinut is not known. Did you mean perMinute?',
    ],
    ['a string for a number', 'port: http', 'port must be an integer'],
    ['a port out of range', 'port: 65536', 'port must be <= 65535'],
    ['a seed beyond the safe integers', 'seed: 9007199254740993', 'seed must be <= 9007199254740991'],
    [
      'a key twice',
      'keys: [{ key: a, plan: free }, { key: b, plan: pro }, { key: a, plan: pro }]',
      'keys[2] is the key of keys[0]: a key has one plan',
    ],
    ['a number for a key', 'keys: [{ key: 5, plan: pro }]', 'keys[0].key must be a string'],
    [
      'a key without a plan',
      'keys: [{ key: a }]',
      'keys[0].plan is required, as in {"key":"team-a-key","plan":"pro"}',
    ],
    [
      'a key as the flag has it',
      'keys: [team:pro]',
      'keys[0] must be an object, as in {"key":"team-a-key","plan":"pro"}',
    ],
    ['a slip for a name', 'pest: 3', 'pest is not known. Did you mean pets?'],
    [
      'an unknown plan',
      'keys: [{ key: a, plan: free }, { key: b, plan: prro }]',
      `keys[1].plan must be one of ${planIds.join(', ')}. Did you mean pro?`,
    ],
    [
      'figures of a plan that has its own',
      'keys: [{ key: a, plan: pro, perMinute: 5 }]',
      `keys[0]: The plan pro has its own figures; perMinute goes with ${customPlanIds.join(' or ')}`,
    ],
    [
      'an unknown open point',
      'choices: { bann: none }',
      'choices: There is no open point "bann". Did you mean ban?',
    ],
    [
      'an unlawful variant',
      'choices: { ban: always }',
      'choices: "always" is no lawful variant of ban. Lawful: none, after-N-strikes-for-S-seconds',
    ],
    ['an unknown log format', 'log: xml', 'log must be one of pretty, json'],
    ['both pets and data', 'pets: 1\ndata: a.json', 'say pets or data, not both'],
    [
      'a fault of an unknown kind',
      'faults: [{ effect: { kind: explode } }]',
      'faults[0].effect.kind must be one of delay, status, cut, not-json, trickle',
    ],
    [
      'a fault without a required field',
      'faults: [{ effect: { kind: delay, to: 5 } }]',
      'faults[0].effect.from is required',
    ],
    [
      'a fault with a field too many',
      'faults: [{ effect: { kind: status, status: 503, form: 1 } }]',
      'faults[0].effect.form is not known',
    ],
    [
      'a fault out of bounds',
      'faults: [{ effect: { kind: status, status: 600 } }]',
      'faults[0].effect.status must be <= 599',
    ],
    [
      'a delay that ends before it begins',
      'faults: [{ effect: { kind: delay, from: 5, to: 4 } }]',
      'faults[0].effect.to must be >= 5, which is effect.from',
    ],
    [
      'a fault of an unknown operation',
      'faults: [{ effect: { kind: not-json }, operation: orders }]',
      `faults[0].operation must be one of ${operationIds.join(', ')}`,
    ],
    [
      'more faults than one line holds',
      'a1: 1\nb1: 1\nc1: 1\nd1: 1\ne1: 1\nf1: 1\ng1: 1',
      'a1 is not known; b1 is not known; c1 is not known; d1 is not known; e1 is not known; and 2 more',
    ],
  ])('%s', async (_what, text, problem) => {
    await expect(read(text)).rejects.toThrow(new CommandError(`c.yaml: ${problem}`))
  })
})
