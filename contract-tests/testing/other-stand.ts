import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startOtherService, type OtherOptions, type OtherService } from './other-service.ts'

/** The other service in a stand that has its time in hand, as our mock's control API has. */
export interface OtherStand extends AsyncDisposable {
  readonly service: OtherService
  /** What the setting `control` of a run takes. */
  readonly control: readonly [string]
}

interface Command {
  readonly seconds?: number
  readonly minute?: number
  readonly day?: number
}

/** Starts the other service, and beside it what a run with `control` asks for: its clock, and what a key has left. */
export async function standOtherService(options: OtherOptions = {}): Promise<OtherStand> {
  let now = Date.UTC(2026, 0, 15, 10, 30, 20)
  const service = await startOtherService({ ...options, now: () => now })
  const stand = createServer((request, response) => {
    void json(request).then((command) => {
      const { seconds = 0, ...left } = command as Command
      const [, key] = /^\/keys\/([^/]+)\/remaining$/.exec(request.url ?? '') ?? []
      if (key !== undefined) service.leave(decodeURIComponent(key), left)
      now += seconds * 1000
      response.end(JSON.stringify({ now: new Date(now).toISOString() }))
    })
  })
  await once(stand.listen(0, '127.0.0.1'), 'listening')
  return {
    service,
    control: [`http://127.0.0.1:${(stand.address() as AddressInfo).port}`],
    [Symbol.asyncDispose]: async () => {
      stand.closeAllConnections()
      await new Promise((closed) => stand.close(closed))
      await service[Symbol.asyncDispose]()
    },
  }
}
