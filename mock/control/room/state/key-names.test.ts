import { beforeEach, describe, expect, it } from 'vitest'
import { KeyNames, NO_KEY } from './key-names.ts'

const [ONE, TWO] = [
  { key: 'front-end-1-key', keyId: '1' },
  { key: 'front-end-2-key', keyId: '2' },
]
const cut = (keyId: string) => ({ key: 'fron…ey', keyId })

let recognized: string[][]
let names: KeyNames
beforeEach(() => {
  recognized = []
  names = new KeyNames((before, key) => recognized.push([before, key]))
})

const nameOf = (keyId: string): string => names.nameOf(names.keyOf(cut(keyId)))

describe('the names of the keys on a page', () => {
  it('tell keys apart that are cut alike', () => {
    names.learn([ONE, TWO])
    names.meet([cut('1'), cut('2')])
    expect([names.keyOf(cut('1')), names.keyOf(cut('2'))]).toEqual([ONE.key, TWO.key])
    expect([nameOf('1'), nameOf('2')]).toEqual(['fron…1-key', 'fron…2-key'])
  })

  it('are in full where no other key is cut alike, until one is', () => {
    names.learn([ONE])
    expect(nameOf('1')).toBe(ONE.key)
    names.learn([ONE, TWO])
    expect(nameOf('1')).toBe('fron…1-key')
    names.clear()
    names.learn([TWO])
    expect(nameOf('2')).toBe(TWO.key)
  })

  it('are numbers before it is known which keys they are', () => {
    names.meet([cut('1'), cut('2'), cut('1')])
    expect([nameOf('1'), nameOf('2')]).toEqual(['fron…ey (1)', 'fron…ey (2)'])
    names.learn([ONE])
    expect([nameOf('1'), nameOf('2')]).toEqual([ONE.key, 'fron…ey'])
    expect(recognized).toEqual([['#1', ONE.key]])
  })

  it('remain when a key has another id, as after a restart of the mock', () => {
    names.learn([ONE, TWO])
    names.meet([cut('7')])
    names.learn([{ ...ONE, keyId: '7' }, TWO])
    expect(recognized).toEqual([['#7', ONE.key]])
    expect([names.keyOf(cut('1')), names.keyOf(cut('7'))]).toEqual([ONE.key, ONE.key])
    expect([nameOf('1'), nameOf('7'), nameOf('2')]).toEqual(['fron…1-key', 'fron…1-key', 'fron…2-key'])
  })

  it('show nothing of a key that was never met, and tell of requests without one', () => {
    expect(nameOf('1')).toBe('…')
    expect(names.nameOf(names.keyOf({ key: null, keyId: null }))).toBe(NO_KEY)
  })

  it('are of the last 1,000 that only exchanges have named, and of the keys of now where there were too many', () => {
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => ({ key: `team-${at + from}-key`, keyId: `${at + from}` }))
    names.meet(many(1001).map(({ keyId }) => ({ key: `team…${keyId}`, keyId })))
    expect([nameOf('0'), nameOf('1'), nameOf('1000')]).toEqual(['…', 'team…1', 'team…1000'])
    names.learn(many(10_000))
    names.learn(many(10_000, 10_000))
    expect(names.keyOf(cut('0'))).toBe('team-0-key')
    names.learn(many(10_000, 10_001))
    expect([names.keyOf(cut('0')), names.keyOf(cut('20000'))]).toEqual(['#0', 'team-20000-key'])
    expect(names.keyOf(cut('10001'))).toBe('team-10001-key')
  })
})
