import { createServer, get } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '../../contract-tests/opinions/testing/test-server.ts'
import { services } from './hostile-services.ts'
import { HostileService, KEY, Petstore, PetstoreProxy, times } from './petstore.ts'

// A short run tries only the services that are the heaviest to judge.
const judged = Object.keys(services).slice(0, Math.max(4, times(Object.keys(services).length)))
const others = Math.max(10, times(50))

test.for(judged)(
  'The proxy in front of a service that answers %s: others are served meanwhile',
  async (name, { task }) => {
    await using service = await HostileService.start(name)
    await using proxy = await PetstoreProxy.start(service.baseUrl)
    const headers = { Authorization: `Bearer ${KEY}` }
    const bad = Array.from({ length: 3 }, () =>
      get(`${proxy.baseUrl}/pets`, { headers }, (reply) => reply.on('error', () => undefined).resume()).on(
        'error',
        () => undefined,
      ),
    )
    let longest = 0
    for (let asked = 0; asked < others; asked += 1) {
      const begun = performance.now()
      const { status } = await fetch(`${proxy.baseUrl}/pets?limit=1`, { headers })
      expect(status).toBe(200)
      longest = Math.max(longest, performance.now() - begun)
    }
    for (const request of bad) request.destroy()
    const { peak } = await proxy.memory()
    expect(longest).toBeLessThan(5000)
    expect(peak).toBeLessThan(700)
    expect(proxy.process.stdout.split('\n').length).toBeLessThan(2000)
    task.meta.figures = `the longest of ${others} others took ${longest.toFixed(0)} ms; peak ${peak} MB`
  },
)

test('Bodies in a hundred thousand chunks of a byte to the proxy: they are refused, and others are served', async ({
  task,
}) => {
  await using service = await Petstore.start(['--limits', 'off'])
  await using proxy = await PetstoreProxy.start(service.baseUrl)
  await using clients = new AsyncDisposableStack()
  const count = times(50)
  const { host, port } = new URL(proxy.baseUrl)
  const head = `POST /v1/pets HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const refusals = Array.from({ length: count }, () => {
    const status = Promise.withResolvers<string>()
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    clients.defer(() => void socket.destroy())
    socket.once('data', (reply: Buffer) => {
      status.resolve(reply.toString('latin1', 0, 12))
    })
    socket.write(head + '1\r\na\r\n'.repeat(100_000))
    return status.promise
  })
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['HTTP/1.1 413']))
  expect((await fetch(`${proxy.baseUrl}/pets?limit=1`)).status).toBe(401)
  const { peak } = await proxy.memory()
  expect(peak).toBeLessThan(600)
  task.meta.figures = `${count} clients; peak ${peak} MB`
})

test('A client that sends all its requests at once to the proxy: few connections to the service are opened', async ({
  task,
}) => {
  await using clients = new AsyncDisposableStack()
  const waiting = new Set<NodeJS.Timeout>()
  let [open, most] = [0, 0]
  await using service = await startTestServer(
    createServer((_request, response) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
      }, 20)
      waiting.add(timer)
    }).on('connection', (socket) => {
      most = Math.max(most, (open += 1))
      socket.on('close', () => (open -= 1))
    }),
  )
  clients.defer(() => {
    for (const timer of waiting) clearTimeout(timer)
  })
  await using proxy = await PetstoreProxy.start(`${service.origin}/v1`)
  const { host, port } = new URL(proxy.baseUrl)
  const [count, each] = [4, 12_001]
  for (let at = 0; at < count; at += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    clients.defer(() => void socket.destroy())
    socket
      .resume()
      .write(
        `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`.repeat(each),
      )
  }
  const others = times(50)
  for (let at = 0; at < others; at += 1)
    expect((await fetch(`${proxy.baseUrl}/pets?limit=1`)).status).toBe(200)
  const { peak } = await proxy.memory()
  expect(most).toBeLessThanOrEqual(200)
  expect(peak).toBeLessThan(700)
  task.meta.figures = `${count} clients, ${each} requests each: ${most} connections at most, ${others} others answered; peak ${peak} MB`
})
