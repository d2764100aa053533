import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { ControlClient } from '../../../client/control-client.ts'
import type { Fetch } from '../../../client/operation.ts'
import { Readings } from './readings.ts'

const NOON = Date.UTC(2026, 2, 1, 12)

it('keys are read together with the clock, because the last reading of it may be seconds old', async () => {
  const asked: string[] = []
  const fetched: Fetch = (url) => {
    const [path = ''] = url.split('/').slice(-1)
    asked.push(path)
    const clock = { now: new Date(NOON).toISOString(), frozen: false, speed: 4 }
    const text = JSON.stringify(path === 'keys' ? [] : clock)
    return Promise.resolve({
      status: 200,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      text: () => Promise.resolve(text),
    })
  }
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const traffic = {
    takeReading: (...reading: unknown[]) => {
      resolve(reading)
      return false
    },
    takeLimits: () => undefined,
  }
  const readings = new Readings(new ControlClient('', fetched), signal('default'), traffic)
  readings.clock.value = { now: NOON - 9000, frozen: false, speed: 10, readAt: 0 }
  readings.want('keys')
  expect(await promise).toEqual([[], { now: NOON, frozen: false, speed: 4 }])
  expect(asked).toEqual(['keys', 'clock'])
  expect(readings.clock.value).toMatchObject({ now: NOON, speed: 4 })
})
