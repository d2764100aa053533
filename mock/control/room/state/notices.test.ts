import { beforeEach, describe, expect, it } from 'vitest'
import { noticeOf, Notices } from './notices.ts'

let notices: Notices
beforeEach(() => {
  notices = new Notices()
})
const shown = (): string | undefined => notices.shown.value?.text

describe('a notice', () => {
  it('is shown for five seconds, or until the next one', () => {
    notices.say('good', 'pet added', 0)
    notices.say('bad', 'banned', 1000)
    notices.pass(6000, false)
    expect(shown()).toBe('banned')
    notices.pass(6001, false)
    expect(shown()).toBeUndefined()
  })

  it('of an error is shown for 20 seconds, or as long as it holds', () => {
    notices.say('wrong', 'no such key', 0)
    notices.pass(20_000, false)
    expect(shown()).toBe('no such key')
    notices.pass(60_000, true)
    expect(shown()).toBe('no such key')
    notices.pass(20_001, false)
    expect(shown()).toBeUndefined()
  })

  it('of a ban waits until an error has been read, and no harmless one takes its place', () => {
    notices.say('wrong', 'no such key', 0)
    notices.say('good', 'pet added', 1000)
    notices.say('bad', 'banned', 2000)
    notices.say('good', 'pet removed', 3000)
    notices.pass(6000, false)
    expect(shown()).toBe('no such key')
    notices.pass(6001, false)
    expect(shown()).toBe('banned')
    notices.pass(11_001, false)
    expect(shown()).toBe('banned')
    notices.pass(11_002, false)
    expect(shown()).toBeUndefined()
  })

  it('that comes after an error has been read takes its place at once', () => {
    notices.say('wrong', 'no such key', 0)
    notices.say('bad', 'banned', 6000)
    expect(shown()).toBe('banned')
  })

  it('of a ban goes when the clock is set to its end, shown or not', () => {
    notices.say('bad', 'banned', 0, 50_000)
    notices.outdate(49_999)
    expect(shown()).toBe('banned')
    notices.outdate(50_000)
    expect(shown()).toBeUndefined()
    notices.say('wrong', 'no such key', 0)
    notices.say('bad', 'banned', 1, 50_000)
    notices.outdate(50_000)
    notices.closeError()
    expect(shown()).toBeUndefined()
  })

  it('that waits follows an error that is closed, and is forgotten with all of a world', () => {
    notices.say('wrong', 'no such key', 0)
    notices.say('bad', 'banned', 1)
    notices.closeError()
    expect(shown()).toBe('banned')
    notices.say('wrong', 'no such key', 2)
    notices.say('bad', 'banned', 3)
    notices.clear()
    expect(shown()).toBeUndefined()
    notices.close()
    expect(shown()).toBeUndefined()
  })

  it('that is opened stays until it is closed, and only an error takes its place', () => {
    notices.say('good', 'pet added', 0)
    notices.keep(true)
    notices.pass(60_000, false)
    notices.say('good', 'pet removed', 60_000)
    expect(shown()).toBe('pet added')
    notices.close(61_000)
    expect(shown()).toBe('pet removed')
    notices.pass(66_001, false)
    expect(shown()).toBeUndefined()
    notices.say('bad', 'banned', 70_000)
    notices.keep(true)
    notices.say('wrong', 'no such key', 71_000)
    expect(shown()).toBe('no such key')
    notices.keep(true)
    notices.keep(false)
    notices.pass(91_001, false)
    expect(shown()).toBeUndefined()
  })

  it('of several choices counts them', () => {
    const of = (sentence: string): string => noticeOf({ what: 'choices', sentence })
    expect(of('list-order=newest')).toBe('list-order=newest')
    expect(of('list-order=newest, ban=none')).toBe('2 open points changed')
    expect(of('varied by seed 7: list-order=newest, ban=none')).toBe(
      'varied by seed 7: 2 open points changed',
    )
    expect(of('varied by seed 7: nothing is different')).toBe('varied by seed 7: nothing is different')
    expect(noticeOf({ what: 'keys', sentence: 'a, b' })).toBe('a, b')
  })
})
