import { describe, expect, it } from 'vitest'
import { redactKey } from '../../../core/message/redact.ts'
import { distinctNames } from './distinct-names.ts'

const named = (keys: readonly string[], strangers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(distinctNames(keys, new Map(Object.entries(strangers))))

describe('the names of keys', () => {
  it.each([
    [{ 'free-demo-key': 'free-demo-key', 'pro-demo-key': 'pro-demo-key' }],
    [{ 'front-end-1-key': 'fron…1-key', 'front-end-2-key': 'fron…2-key', 'free-demo-key': 'free-demo-key' }],
    [{ 'front-a-service-key': 'front-a…ey', 'front-b-service-key': 'front-b…ey' }],
    // One is a prefix of the other.
    [{ 'front-end-1-key': 'fron…1-key', 'front-end-1-key-2-key': 'fron…2-key' }],
    [{ 'team-1': 'te…1', 'team-2': 'te…2' }],
  ])('are %j', (names) => {
    expect(named(Object.keys(names))).toEqual(names)
  })

  it.each([
    [{ 'team-key-monkey': 'team…ey (1)', 'team-key-mon-monkey': 'team…n-monkey' }],
    [{ one: '… (1)', two: '… (2)', three: '… (3)' }],
  ])('have a number if too much of the key would show: %j', (names) => {
    expect(named(Object.keys(names))).toEqual(names)
  })

  it('are the redacted form of unlisted keys, with a number if it is not unique', () => {
    expect(named([], { '#1': 'free…ey' })).toEqual({ '#1': 'free…ey' })
    expect(named(['free-demo-key'], { '#1': 'free…ey' })).toEqual({
      'free-demo-key': 'free-demo-key',
      '#1': 'free…ey',
    })
    expect(named([], { '#1': 'free…ey', '#2': 'free…ey', '#3': 'pr…' })).toEqual({
      '#1': 'free…ey (1)',
      '#2': 'free…ey (2)',
      '#3': 'pr…',
    })
  })

  it.each([
    ['50', Array.from({ length: 50 }, (_, at) => `front-end-${at + 1}-key`)],
    ['10,000', Array.from({ length: 10_000 }, (_, at) => `worker-${at}-of-the-team-with-a-key`)],
    [
      '100 random',
      Array.from({ length: 100 }, (_, at) => `key-${((at + 1) * 2_654_435_761).toString(36)}-ey`),
    ],
  ])(
    'of %s keys with equal redacted forms differ, hide a part of each key, and match only one key',
    (_, keys) => {
      const names = Object.entries(named(keys))
      expect(new Set(names.map(([, name]) => name)).size).toBe(keys.length)
      for (const [key, name] of names) {
        const [start = '', end = ''] = name.split('…')
        expect(name).not.toContain(key)
        expect(start.length + end.length).toBeLessThanOrEqual((key.length * 2) / 3 + ' (100)'.length)
      }
      const some = names.filter(([, name]) => !name.endsWith(')')).slice(0, 50)
      for (const [key, name] of some) {
        const [start = '', end = ''] = name.split('…')
        expect(keys.filter((one) => one.startsWith(start) && one.endsWith(end))).toEqual([key])
      }
      expect(new Set(keys.map(redactKey)).size).toBeLessThan(keys.length)
    },
  )
})
