import { expect, test } from 'vitest'
import { linkToNext, rateLimitOf, readWait, retryAfterOf } from './headers.ts'

const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)
const SECONDS = NOW / 1000

test.for<[value: string | undefined, figure: number]>([
  ['60', 60],
  ['-1', -1],
  ['1.25', 1.25],
  ['0', 0],
  ['x60', Number.NaN],
  ['60;w=60', Number.NaN],
  ['1.', Number.NaN],
  ['1.5.5', Number.NaN],
  ['', Number.NaN],
  [undefined, Number.NaN],
])('a rate-limit header %j is the number %d', ([value, figure]) => {
  for (const name of ['limit', 'remaining', 'reset'] as const) {
    const headers = { [`x-ratelimit-${name}`]: value ?? '' }
    const figures = rateLimitOf({ headers: value === undefined ? {} : headers })
    expect(figures[name]).toBe(figure)
    expect(Object.values(figures).filter((one) => Number.isNaN(one)).length).toBeGreaterThanOrEqual(2)
  }
})

test.for<[link: string | undefined, target: string | undefined]>([
  ['</v1/pets?cursor=b>; rel="next"', '/v1/pets?cursor=b'],
  ['</v1/pets?cursor=b>; rel=next', '/v1/pets?cursor=b'],
  ['<a>; rel="prev", <b>; title="x"; REL="Next"', 'b'],
  ['<>; rel="next"', ''],
  ['<a>; rel="nextish"', undefined],
  ['<a>; norel="next"', undefined],
  ['<a>; rel="prev"', undefined],
  [undefined, undefined],
])('the next page of the Link %j is %j', ([link, target]) => {
  expect(linkToNext({ headers: link === undefined ? {} : { link } })).toBe(target)
})

test('a wait is read by the Date of its reply, and by the instant of its arrival where there is none', () => {
  const date = new Date(NOW - 10_000).toUTCString()
  const headers = { 'retry-after': new Date(NOW + 20_000).toUTCString() }
  expect(retryAfterOf({ headers, received: NOW })).toBe(20_000)
  expect(retryAfterOf({ headers: { ...headers, date }, received: NOW })).toBe(30_000)
  expect(retryAfterOf({ headers: {}, received: NOW })).toBeUndefined()
})

test('a number of the size of the Reset is one of seconds', () => {
  const headers = { 'retry-after': '40', 'x-ratelimit-reset': String(SECONDS + 40) }
  expect(readWait({ headers, received: NOW })).toEqual({ form: 'seconds', milliseconds: 40_000 })
})
