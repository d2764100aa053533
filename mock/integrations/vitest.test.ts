import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FetchMock } from '../fetch/index.ts'
import { petstore } from './vitest.ts'

const baseUrl = 'https://api.example.com/v1'
const headers = { Authorization: 'Bearer free-demo-key' }

/** Runs a test with the mock of a fixture. */
function runWith(options: { readonly baseUrl: string }, use: (mock: FetchMock) => Promise<void>) {
  return petstore(options).petstore({}, use)
}

async function ask(address: string): Promise<number> {
  return (await fetch(`${address}/pets`, { headers })).status
}

describe('a mock at the address of the service', () => {
  test('answers the global fetch there, and leaves it as it was', async () => {
    const { fetch: before } = globalThis
    await runWith({ baseUrl }, async (mock) => {
      expect(await ask(baseUrl)).toBe(200)
      expect(mock.report('free-demo-key').requests).toBe(1)
    })
    const failing = runWith({ baseUrl }, () => Promise.reject(new Error('the test fails')))
    await expect(failing).rejects.toThrow('the test fails')
    expect(globalThis.fetch).toBe(before)
  })

  test('leaves what is no absolute address to fetch, which rejects', async () => {
    await runWith({ baseUrl }, async () => {
      const asked = fetch('/v1/pets')
      await expect(asked).rejects.toThrow('Failed to parse URL from /v1/pets')
    })
  })

  test('is one for a test alone: a second test at the same time fails, and changes nothing', async () => {
    const { fetch: before } = globalThis
    const asked: string[] = []
    const { promise: isSecondOver, resolve: endSecond } = Promise.withResolvers<undefined>()
    const first = runWith({ baseUrl }, async (mock) => {
      await isSecondOver
      await ask(baseUrl)
      asked.push(`first: ${mock.report('free-demo-key').requests}`)
    })
    const second = runWith({ baseUrl }, async () => {
      await ask(baseUrl)
      asked.push('second')
    })
    await expect(second).rejects.toThrow(`Another test has the mock at ${baseUrl}`)
    endSecond(undefined)
    await first
    expect(asked).toEqual(['first: 1'])
    expect(globalThis.fetch).toBe(before)
    await runWith({ baseUrl }, async () => {
      expect(await ask(baseUrl)).toBe(200)
    })
  })

  test('stands beside one at another address, whichever of them ends first', async () => {
    const before = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })))
    vi.stubGlobal('fetch', before)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { promise: isFirstOver, resolve: endFirst } = Promise.withResolvers<undefined>()
    const { promise: hasSecondBegun, resolve: beginSecond } = Promise.withResolvers<undefined>()
    const other = 'https://shop.example/v1'
    const first = runWith({ baseUrl }, async () => {
      await hasSecondBegun
      expect([await ask(baseUrl), await ask(other)]).toEqual([200, 200])
    })
    const second = runWith({ baseUrl: other }, async () => {
      beginSecond(undefined)
      await isFirstOver
      expect([await ask(baseUrl), await ask(other)]).toEqual([204, 200])
    })
    await first
    endFirst(undefined)
    await second
    expect(globalThis.fetch).toBe(before)
  })
})
