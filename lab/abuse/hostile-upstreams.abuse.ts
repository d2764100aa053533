import { get } from 'node:http'
import { expect, test } from 'vitest'
import { services } from './hostile-services.ts'
import { HostileService, KEY, PetstoreProxy, times } from './petstore.ts'

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
