import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { banner } from './banner.ts'
import { createPaint } from '../environment/paint.ts'
import type { StartFacts } from './start-facts.ts'
import { startFactsOf } from './testing/samples.ts'

const plain = (difference?: Partial<StartFacts>): string =>
  banner(startFactsOf(difference), createPaint(false))

it('shows the addresses of the mock, its keys, and commands to try', () => {
  expect(plain()).toMatchInlineSnapshot(`
    "petstore-mock 1.2.3 · 100 pets · limits on

      Base address  http://127.0.0.1:4010/v1
      Staging       http://127.0.0.1:4010/staging/v1
      Control room  http://127.0.0.1:4010/_mock/
      API docs      http://127.0.0.1:4010/_mock/docs/

      API key    plan   per minute   per day
      pro-key    Pro           300    10,000
      free-key   Free           60     1,000

      List pets
      curl -sS -H 'Authorization: Bearer pro-key' 'http://127.0.0.1:4010/v1/pets?limit=5'
      Add one (a list has the 100 oldest pets: to see it there, start with --pets 20)
      curl -sS -H 'Authorization: Bearer pro-key' http://127.0.0.1:4010/v1/pets -H 'Content-Type: application/json' -d '{"name": "Rex", "categoryId": 4}'
      Get one
      curl -sS -H 'Authorization: Bearer pro-key' http://127.0.0.1:4010/v1/pets/9007199254740993
      Go over the limit
      curl -sS -o /dev/null -w '%{http_code} ' -H 'Authorization: Bearer free-key' 'http://127.0.0.1:4010/v1/pets?limit=1#[1-61]'
      Move the clock a minute forward
      curl -sS -X POST http://127.0.0.1:4010/_mock/worlds/default/clock/advance -H 'Content-Type: application/json' -d '{"minutes": 1}'

    Each request gets a line here: time (UTC), answer, reason. Ctrl-C stops.

    "
  `)
})

it('says that a list ends before an added pet only where it does', () => {
  const others = [
    { pets: 99 },
    { choices: { 'list-order': 'newest' } },
    { choices: { 'further-pages': 'link' } },
  ] as const
  for (const difference of others) expect(plain(difference)).toContain('  Add one\n')
})

it('has the same text in colour', () => {
  const coloured = banner(startFactsOf(), createPaint(true))
  expect(coloured).not.toBe(plain())
  expect(stripVTControlCharacters(coloured)).toBe(plain())
})

describe('the first line shows', () => {
  it.each<[string, Partial<StartFacts>, string]>([
    ['that limits are off', { limits: false }, '100 pets · limits off'],
    ['how many faults there are', { faults: 1 }, '100 pets · limits on · 1 fault'],
    ['how many pets there are', { pets: 1234 }, '1,234 pets · limits on'],
  ])('%s', (_what, difference, text) => {
    expect(plain(difference).split('\n')[0]).toBe(`petstore-mock 1.2.3 · ${text}`)
  })
})

it('shows that the log is quiet', () => {
  expect(plain({ quiet: true })).toMatch(/\nQuiet: only changes get a line here\. Ctrl-C stops\.\n\n$/)
})

it('names the files that are watched', () => {
  expect(plain({ files: ['c.yaml', 'p.json'] })).toContain('\n  Watching      c.yaml, p.json\n')
  expect(plain()).not.toContain('Watching')
  expect(plain({ files: ['c.yaml'], world: 'w.json' })).toContain(
    '\n  Watching      c.yaml (for the other worlds: the default one is that of w.json)\n',
  )
})

it('shows where the shared state is stored', () => {
  expect(plain({ store: 'redis://localhost:6379' })).toContain('\n  Shared state  redis://localhost:6379\n')
})

it('shows no command to reach the limit when limits are off', () => {
  expect(plain({ limits: false })).not.toContain('Go over the limit')
})

it('truncates a long list of keys', () => {
  const keys = Array.from({ length: 1012 }, (_, at) => ({
    key: `key-${at}`,
    plan: 'free' as const,
    perMinute: 60,
    perDay: 1000,
  }))
  const lines = plain({ keys }).split('\n')
  expect(lines.filter((line) => line.startsWith('  key-'))).toHaveLength(12)
  expect(lines).toContain('  … and 1,000 more')
})

it('lists choices that differ from the defaults, wrapped at 80 columns', () => {
  const text = plain({
    choices: {
      ban: 'none',
      'limit-above-100': 'clamped',
      'status-while-banned': '401',
      'json-style': 'compact',
    },
  })
  expect(text).toContain(
    'Choices that differ from the defaults (docs/open-points.md explains them)\n' +
      '  ban=none  limit-above-100=clamped  status-while-banned=401  json-style=compact\n',
  )
  expect(plain()).not.toContain('differ')
})

describe('on an address other than loopback', () => {
  const token = { host: '0.0.0.0', controlToken: 'secret' }

  it('the token and its purpose are shown', () => {
    expect(plain(token)).toMatch(/Listening on 0\.0\.0\.0: .*control API.*Authorization: Bearer secret/s)
    expect(plain(token)).toContain('\n  Each start has a new token, unless you set PETSTORE_CONTROL_TOKEN.\n')
  })

  it('the base address and the control room are shown as others reach them', () => {
    const originsElsewhere = ['http://192.0.2.2:4010', 'http://192.0.2.3:4010']
    expect(plain({ ...token, originsElsewhere })).toContain(
      [
        'reach it too, at',
        '    http://192.0.2.2:4010/v1   control room http://192.0.2.2:4010/_mock/',
        '    http://192.0.2.3:4010/v1   control room http://192.0.2.3:4010/_mock/\n',
      ].join('\n'),
    )
  })

  it('a command to the loopback address contains no token', () => {
    expect(commandOf(plain(token), 'clock/advance')).not.toContain('secret')
  })

  it('a command to another address contains it', () => {
    const text = plain({ ...token, host: '10.1.2.3', origin: 'http://10.1.2.3:4010' })
    expect(commandOf(text, 'clock/advance')).toContain("-H 'Authorization: Bearer secret'")
  })

  it('a token from the environment is not shown; commands use the variable', () => {
    const set = { ...token, controlToken: '$TOKEN', host: '10.1.2.3', origin: 'http://10.1.2.3:4010' }
    expect(commandOf(plain(set), 'clock/advance')).toContain('-H "Authorization: Bearer $TOKEN"')
    expect(plain(set)).not.toContain('new token')
  })
})

function commandOf(text: string, part: string): string | undefined {
  return text.split('\n').find((line) => line.includes(part))
}
