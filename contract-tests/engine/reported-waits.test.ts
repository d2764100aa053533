import { expect, test } from 'vitest'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { list } from '../probes/requests.ts'
import { manualTime, reply, scripted } from '../testing/scripted.ts'
import { reportedWaits } from './reported-waits.ts'
import { Session } from './session.ts'
import { Unreachable } from './transport.ts'
import { NotVerified } from './verdicts.ts'

/** Requests to a service whose replies are there after so many milliseconds, one after the other, and what is reported of them. */
function reported(...replies: readonly number[]): readonly string[] {
  const lines: string[] = []
  let now = 0
  let timer: { readonly at: number; readonly run: () => void } | undefined
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  const after = (milliseconds: number, run: () => void): (() => void) => {
    timer = { at: now + milliseconds, run }
    return () => {
      timer = undefined
    }
  }
  const { asking } = reportedWaits(clock, (line) => void lines.push(line), after, 10_000)
  for (const [at, milliseconds] of replies.entries()) {
    const answered = asking({ method: 'GET', path: `/pets?limit=${at + 1}` })
    const end = now + milliseconds
    if (timer !== undefined && timer.at <= end) {
      now = timer.at
      timer.run()
    }
    now = end
    answered()
  }
  return lines
}

test('a reply that takes more than some seconds is reported before it is there', () => {
  expect(reported(999, 4999, 30_000, 6000)).toEqual([
    '… waiting for the reply to GET /pets?limit=3 (three tries of at most 10 s, which --timeout sets)',
    '… waiting for the reply to GET /pets?limit=4',
  ])
})

test('the first reply is reported after a second, and no other so soon', () => {
  expect(reported(1001, 1001)).toEqual([
    '… waiting for the reply to GET /pets?limit=1 (three tries of at most 10 s, which --timeout sets)',
  ])
})

test('where every reply is late, the log stays short', () => {
  const lines = reported(...Array.from({ length: 25 }, () => 6000))
  expect(lines).toHaveLength(5)
  expect(lines.slice(2)).toEqual([
    '… waiting for the reply to GET /pets?limit=3',
    '… waiting for the reply to GET /pets?limit=10, the 10th late one',
    '… waiting for the reply to GET /pets?limit=20, the 20th late one',
  ])
})

test('a timer that waits for nothing makes no reply late', () => {
  const lines: string[] = []
  const clock = { now: () => 0, sleep: () => Promise.resolve() }
  const after = (_milliseconds: number, run: () => void): (() => void) => {
    run()
    return () => undefined
  }
  reportedWaits(clock, (line) => void lines.push(line), after, 10_000).asking({
    method: 'GET',
    path: '/pets',
  })
  expect(lines).toEqual([])
})

test('a session says of each request when it is sent, and when it has a reply or none', async () => {
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'secret-key-0001' })
  const session = new Session(settings, scripted(reply(), new Unreachable('cut', false)), manualTime())
  const heard: string[] = []
  session.asking = ({ path }) => {
    heard.push(`sent ${path}`)
    return () => void heard.push(`over ${path}`)
  }
  await session.send(list())
  await expect(session.send(list('?limit=1'))).rejects.toThrow(NotVerified)
  const paths = [list(), list('?limit=1')].map(({ path }) => path)
  expect(heard).toEqual(paths.flatMap((path) => [`sent ${path}`, `over ${path}`]))
})
