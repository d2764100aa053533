import { describe, expect, it } from 'vitest'
import { distinctForm, isFormOf } from './distinct-form.ts'
import { redactKey } from './redact.ts'

const formsOf = (keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, distinctForm(key, keys)]))

describe('the redacted forms of keys', () => {
  it.each([
    [{ 'free-demo-key': 'free…ey', 'pro-demo-key': 'pro-…ey' }],
    [{ 'front-end-1-key': 'fron…1-key', 'front-end-2-key': 'fron…2-key', 'free-demo-key': 'free…ey' }],
    [{ 'front-a-service-key': 'front-a…ey', 'front-b-service-key': 'front-b…ey' }],
    // One is a prefix of the other.
    [{ 'front-end-1-key': 'fron…1-key', 'front-end-1-key-2-key': 'fron…2-key' }],
    [{ 'team-1': 'te…1', 'team-2': 'te…2' }],
    [{ 'team-a-key': 'team-a…', 'team-b-key': 'team-b…' }],
    // More letters would show too much.
    [{ 'team-key-monkey': 'team…ey', 'team-key-mon-monkey': 'team…n-monkey' }],
    [{ one: '…', two: '…' }],
  ])('are %j', (forms) => {
    expect(formsOf(Object.keys(forms))).toEqual(forms)
  })

  it.each([
    ['50', Array.from({ length: 50 }, (_, at) => `front-end-${at + 1}-key`)],
    ['200', Array.from({ length: 200 }, (_, at) => `worker-${at}-of-the-team-with-a-key`)],
  ])('of %s alike keys differ, hide a part of each key, and stand for one key only', (_, keys) => {
    expect(new Set(keys.map(redactKey)).size).toBe(1)
    for (const [key, form] of Object.entries(formsOf(keys))) {
      expect(form.length - 1).toBeLessThanOrEqual((key.length * 2) / 3)
      expect(keys.filter((one) => isFormOf(form, one))).toEqual([key])
    }
  })

  it.each([
    ['te…', 'team-a-key', true],
    ['team-a…', 'team-a-key', true],
    ['team-b…', 'team-a-key', false],
    ['te…', 'team-a-key-that-is-long', false],
    ['…', 'team-a-key', false],
    ['…', 'abc', true],
    ['team-key-on…on-key', 'team-key-on-key', false],
  ])('whether %s stands for %s: %s', (form, key, stands) => {
    expect(isFormOf(form, key)).toBe(stands)
  })
})
