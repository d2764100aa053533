import { describe, expect, it } from 'vitest'
import { CommandError } from '../environment/command-error.ts'
import type { Layer } from './mock-command.ts'
import { findConfig, readSettings, type Settings } from './read-settings.ts'
import { Sources } from '../environment/sources.ts'
import { errorWithCode, memoryFiles } from '../testing/manual-environment.ts'

const CONFIG = '/project/conf/c.yaml'

function read(flags: Layer, contents: Record<string, string | Error> = {}): Promise<Settings> {
  const files = memoryFiles(new Map(Object.entries(contents)))
  return readSettings(flags, 'conf/c.yaml' in contents ? CONFIG : undefined, new Sources(files))
}

it('has a default for every setting', async () => {
  expect(await read({})).toEqual({
    port: 4010,
    host: '127.0.0.1',
    log: 'pretty',
    quiet: false,
    allowOrigins: [],
    options: { keys: [], choices: {} },
    below: { limits: true, lastFault: 0 },
    others: [],
    unseen: [],
  })
})

describe('flags override the config:', () => {
  it('single values', async () => {
    const config = 'port: 1\nhost: localhost\nlog: json\nquiet: true\nseed: 2\nvary: 3\nlimits: off'
    expect(await read({ port: 0, vary: 9, limits: true }, { 'conf/c.yaml': config })).toMatchObject({
      port: 0,
      host: 'localhost',
      log: 'json',
      quiet: true,
      options: { seed: 2, vary: 9, limits: true },
    })
  })

  it('faults are added', async () => {
    const [delay, cut] = [
      { effect: { kind: 'delay', from: 5 } },
      { effect: { kind: 'cut', at: 'mid-body' } },
    ] as const
    const config = 'faults: [{ effect: { kind: delay, from: 5 } }]'
    const { options } = await read({ faults: [cut] }, { 'conf/c.yaml': config })
    expect(options.faults).toEqual([delay, cut])
  })

  it('a fault that does what one of the config does is not added again', async () => {
    const delay = { effect: { kind: 'delay', from: 5 } } as const
    const config = 'faults: [{ effect: { kind: delay, from: 5, to: 5 } }]'
    const { options } = await read({ faults: [delay] }, { 'conf/c.yaml': config })
    expect(options.faults).toHaveLength(1)
  })

  it('keys are added, and those of the same name replaced', async () => {
    const config = 'keys: [{ key: a, plan: free }, { key: b, plan: free }]'
    const flags: Layer = {
      keys: [
        { key: 'b', plan: 'pro' },
        { key: 'c', plan: 'pro' },
      ],
    }
    const { options } = await read(flags, { 'conf/c.yaml': config })
    expect(options.keys).toEqual([
      { key: 'a', plan: 'free' },
      { key: 'b', plan: 'pro' },
      { key: 'c', plan: 'pro' },
    ])
  })

  it('a single choice overrides a file of choices, on each level', async () => {
    const files = {
      'conf/c.yaml':
        'choicesFile: own.yaml\nchoices: { null-status: as-omitted, list-order: newest, ban: none }',
      'conf/own.yaml': 'scheme-case: exact\nnull-status: 400\nlist-order: oldest\nban: none',
      'theirs.yaml': 'list-order: arbitrary\nban: none',
    }
    const ban = 'after-3-strikes-for-9-seconds'
    const { options } = await read({ choicesFile: '/project/theirs.yaml', choices: { ban } }, files)
    expect(options.choices).toEqual({
      'scheme-case': 'exact',
      'null-status': 'as-omitted',
      'list-order': 'arbitrary',
      ban,
    })
  })

  it('a number of pets overrides a file of pets, and the other way round', async () => {
    const data = { 'conf/c.yaml': 'data: p.json', 'conf/p.json': '[{"name":"Rex","categoryId":1}]' }
    expect((await read({}, data)).options.pets).toEqual([{ name: 'Rex', categoryId: 1 }])
    expect((await read({ pets: 7 }, data)).options.pets).toBe(7)
    const count = { 'conf/c.yaml': 'pets: 7', 'p.json': '[]' }
    expect((await read({ data: '/project/p.json' }, count)).options.pets).toEqual([])
  })
})

describe('the error names the bad file:', () => {
  it.each<[string, Layer, Record<string, string | Error>, string]>([
    ['no such data', { data: '/project/p.json' }, {}, '--data: p.json does not exist'],
    [
      'no such choices',
      { choicesFile: '/project/choices.yaml' },
      {},
      '--choices: choices.yaml does not exist',
    ],
    ['no such data of a config', {}, { 'conf/c.yaml': 'data: p.json' }, 'conf/p.json does not exist'],
    ['no such data outside', { data: '/else/p.json' }, {}, '--data: /else/p.json does not exist'],
    ['a folder', { data: '/project/p' }, { p: errorWithCode('EISDIR') }, '--data: p is a folder, not a file'],
    [
      'too long a file',
      { data: '/project/p' },
      { p: new RangeError('Invalid string length') },
      '--data: p is too large',
    ],
    [
      'no permission',
      { data: '/project/p' },
      { p: errorWithCode('EACCES') },
      '--data: p may not be read: check its permissions',
    ],
    [
      'any other failure',
      { data: '/project/p' },
      { p: errorWithCode('EIO') },
      '--data: p cannot be read (EIO)',
    ],
    [
      'bad data',
      { data: '/project/p.json' },
      { 'p.json': '[{"name":"Rex"}]' },
      'p.json: [0].categoryId is required',
    ],
    ['a bad config', {}, { 'conf/c.yaml': 'prot: 1' }, 'conf/c.yaml: prot is not known. Did you mean port?'],
    [
      'bad data of a config',
      {},
      { 'conf/c.yaml': 'data: p.json', 'conf/p.json': '' },
      'conf/p.json is empty',
    ],
    [
      'bad choices',
      { choicesFile: '/project/c.yaml' },
      { 'c.yaml': 'ban: 5' },
      'c.yaml: "5" is no lawful variant of ban. Lawful: none, after-N-strikes-for-S-seconds',
    ],
    [
      'choices that are a list',
      { choicesFile: '/project/c.yaml' },
      { 'c.yaml': '- ban' },
      'c.yaml must hold lines such as "limit-above-100: clamped"',
    ],
    [
      'choices as a config file has them',
      { choicesFile: '/project/c.yaml' },
      { 'c.yaml': 'choices:\n  limit-above-100: clamped' },
      'c.yaml must have its lines, such as "limit-above-100: clamped", at the top level: remove "choices:" and the blanks before them',
    ],
  ])('%s', async (_what, flags, files, message) => {
    await expect(read(flags, files)).rejects.toThrow(new CommandError(message))
  })
})

describe('the config file is', () => {
  it.each([
    ['the one that is named', 'other.yaml', ['petstore.config.yaml'], '/project/other.yaml'],
    ['the default one where it exists', undefined, ['petstore.config.yaml'], '/project/petstore.config.yaml'],
    ['none where there is none', undefined, [], undefined],
  ])('%s', (_what, named, there, path) => {
    const files = memoryFiles(new Map(there.map((name) => [name, ''])))
    expect(findConfig(named, files)).toBe(path)
  })
})
