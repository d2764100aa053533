import { MOST_BYTES } from '../core/memory/bounds.ts'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import type { Mock } from '../mock.ts'
import { json, refused, W, type Refused } from './testing/refused.ts'
import { ask, start } from './testing/start.ts'
import { judgeReply, operationOf } from './testing/judged-client.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

function titled(all: readonly Refused[]): [title: string, ...Refused][] {
  return all.map((one) => [`${one[0]} ${one[1].body ?? ''}: ${String(one[4])}`, ...one])
}

describe('a refusal has a sentence that says what to do', () => {
  it.each(titled(refused))('%s', async (_title, line, asking, status, code, message) => {
    const [method = '', path = ''] = line.split(' ')
    const reply = await ask(mock, method, path, asking)
    const matching: unknown = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(reply.json).toEqual({ code, message: matching, status })
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    const operation = operationOf(method, path)
    expect(operation ? judgeReply(operation, reply) : []).toEqual([])
  })

  it('and changes nothing', () => {
    expect(mock.worlds.list().map(({ name }) => name)).toEqual(['default', 'staging'])
    expect(mock.clock.read()).toMatchObject({ frozen: false, speed: 1 })
    expect(mock.keys.size).toBe(demoKeys.length)
    expect(mock.faults.list()).toEqual([])
    expect(mock.limits.on).toBe(true)
    expect(mock.choices.list().every(({ chosen, default: preset }) => chosen === preset)).toBe(true)
  })

  it('and is published to the log, with redacted keys', async () => {
    const published: (readonly string[])[] = []
    const unsubscribe = mock.subscribe((event) => {
      if (event.kind !== 'change') return
      const { what, world, sentence } = event.change
      published.push([what, world, sentence.slice(0, 70)])
    })
    await ask(mock, 'PUT', '/_mock/worlds/staging/limits', json({ on: 'no' }))
    await ask(mock, 'GET', `${W}/keys/free-demo-kye`)
    await ask(mock, 'GET', '/_mock/wrlds')
    // A reset has ended it already: nobody is refused anything.
    expect((await ask(mock, 'DELETE', `${W}/leases/scenario-a1b2`)).status).toBe(404)
    await ask(mock, 'GET', '/_mock/health', { headers: { Host: 'evil.example' } })
    unsubscribe()
    expect(published).toEqual([
      ['refused', 'staging', 'PUT /_mock/worlds/staging/limits: 400 on must be a boolean'],
      ['refused', 'default', `GET ${W}/keys/free…ye: 404 There is no such key`],
      ['refused', 'default', 'GET /_mock/wrlds: 404 There is no /_mock/wrlds. Did you mean /_mock/wo'],
      ['refused', 'default', 'GET /_mock/health: 403 The control API answers to loopback names such '],
    ])
  })

  it('405 and OPTIONS list the methods in Allow', async () => {
    const wrong = await ask(mock, 'POST', `${W}/clock`)
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, PUT, HEAD, OPTIONS'])
    const options = await ask(mock, 'OPTIONS', `${W}/clock`)
    expect([options.status, options.headers.allow, options.text]).toEqual([
      204,
      'GET, PUT, HEAD, OPTIONS',
      '',
    ])
  })

  it.each([
    ['as its length says', {}],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('a body of more than 1 MB is refused, %s', async (_how, headers) => {
    const asking = {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: ' '.repeat(3_000_000),
    }
    const reply = await ask(mock, 'PUT', `${W}/limits`, asking)
    const message = `The body is larger than ${MOST_BYTES.controlBody} bytes`
    expect(reply.json).toEqual({ code: 'body_too_large', message, status: 413 })
  })

  it('a body that is not UTF-8 is refused, and an incomplete one has no effect', async () => {
    const headOf = (place: string): string =>
      `PUT ${W}/${place} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    for (const place of ['limits', 'snapshot']) {
      const socket = connect(mock.port, '127.0.0.1')
      socket.write(`${headOf(place)}Content-Length: 2\r\nConnection: close\r\n\r\n`)
      socket.write(Buffer.from([0xff, 0xfe]))
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*The body is not UTF-8/s)
    }
    const half = connect(mock.port, '127.0.0.1')
    half.end(`${headOf('limits')}Content-Length: 20\r\n\r\n{"on":false`)
    await text(half).catch(() => undefined)
    expect(mock.limits.on).toBe(true)
  })

  it('an unexpected error is a 500 without internals', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const keys = vi.spyOn(mock.keys, 'list').mockImplementation(() => {
      throw new TypeError('secret insides')
    })
    const reply = await ask(mock, 'GET', `${W}/keys`)
    expect(reply.json).toMatchObject({ code: 'internal_error', status: 500 })
    expect(reply.text).not.toContain('insides')
    expect(log).toHaveBeenCalledOnce()
    keys.mockRestore()
    log.mockRestore()
  })

  it('the 101st world and the 101st fault are refused', async () => {
    for (let count = 2; count < 100; count += 1) mock.worlds.create(`w${count}`)
    const world = await ask(mock, 'POST', '/_mock/worlds', json({ name: 'one-more' }))
    expect(world.json).toMatchObject({ code: 'conflict', message: /^There are 100 worlds already/ })
    for (let count = 0; count < 100; count += 1) mock.faults.add({ effect: { kind: 'not-json' } })
    const fault = await ask(mock, 'POST', `${W}/faults`, json({ effect: { kind: 'not-json' } }))
    expect(fault.json).toMatchObject({ code: 'conflict' })
  })
})
