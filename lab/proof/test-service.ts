import { inProcess } from '../../mock/edge/in-process.ts'
import type { World } from '../../mock/index.ts'
import { createWorlds, type MockOptions } from '../../mock/options.ts'
import type { RunPorts, WorldControl } from '../../contract-tests/engine/ports.ts'
import {
  settingsOf,
  type ContractOptions,
  type ContractSettings,
} from '../../contract-tests/engine/settings.ts'
import { functionTransport, type Transport } from '../../contract-tests/engine/transport.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { runSuite } from '../../contract-tests/suite.ts'
import {
  serviceRequest,
  type Overlay,
  type Reply,
  type Service,
  type ServiceRequest,
} from './violations/service.ts'

/** A service in this process, which the suite can be run against: the mock with something laid over it. */
export interface TestService {
  /** The mock without what is laid over it. */
  readonly world: World
  readonly service: Service
  readonly transport: Transport
  /** Controls of its two worlds, which nothing is laid over. */
  readonly control: readonly [WorldControl, WorldControl]
}

export interface TestServiceOptions {
  readonly mock?: MockOptions
  /** What the clock of the service shows first (RFC 3339); by default the machine's time. */
  readonly begins?: string
  /** How far the service's clock is ahead of the suite's, in milliseconds. */
  readonly ahead?: number
  /** Sees every request and its reply as they pass. */
  readonly witness?: (request: ServiceRequest, reply: Reply) => void
}

const ORIGIN = 'http://pets.test'
const BASE_URL = `${ORIGIN}/v1`
const SECOND_BASE_URL = `${ORIGIN}/staging/v1`

/**
 * A healthy service for overlays: on a day that does not depend on when this is run, with enough pets for a default page
 * and a longer one, and few enough for the longest page to show them all with those added.
 */
export const PLAIN = {
  begins: '2026-11-20T10:00:30Z',
  mock: { pets: 60 },
} as const satisfies TestServiceOptions

/** The mock of the options, in process, with an overlay. */
export async function testService(overlay: Overlay, options: TestServiceOptions = {}): Promise<TestService> {
  const { begins, ahead = 0, witness = () => undefined } = options
  const time = begins === undefined ? undefined : timeFrom(Date.parse(begins))
  const worlds = await createWorlds({ time, ...options.mock })
  const answer = inProcess(worlds)
  const service = overlay(async ({ method, base, path, headers, body }) =>
    withoutLength(await answer({ method, url: ORIGIN + base + path, headers, body })),
  )
  return {
    world: worlds.default,
    service,
    transport: functionTransport(async (request) => {
      const asked = serviceRequest(request)
      const reply = await service(asked)
      witness(asked, reply)
      return reply
    }),
    control: [behind(worlds.default, ahead), behind(worlds.get('staging'), ahead)],
  }
}

/** The settings of a run that may do everything, unless they are given. */
export function settingsFor(given: ContractOptions): ContractSettings {
  return settingsOf({ plan: 'free', mark: 'contract-test', exhaust: true, ban: true, seed: 1, ...given })
}

/** Runs the suite against a service, with settings that let it do everything, unless they are given. */
export async function runOn(
  ports: Pick<RunPorts, 'transport' | 'control' | 'clock'>,
  more: Partial<ContractSettings> = {},
): Promise<RunReport> {
  const addresses = { baseUrl: BASE_URL, secondBaseUrl: SECOND_BASE_URL }
  const keys = { key: 'free-demo-key', secondKey: 'free-demo-key-2', secondPlan: 'free' } as const
  return runSuite(settingsFor({ ...addresses, ...keys, ...more }), ports)
}

/** Overlays change bodies, so Content-Length would be wrong. */
function withoutLength({ headers: { 'content-length': _length, ...headers }, ...reply }: Reply): Reply {
  return { ...reply, headers }
}

/** A clock that runs like the machine's, and shows `moment` now. */
function timeFrom(moment: number): () => number {
  const ahead = moment - Date.now()
  return () => Date.now() + ahead
}

/** The control of a world, for a suite whose own clock is behind. */
function behind({ clock, keys }: World, milliseconds: number): WorldControl {
  const seen = ({ now }: { readonly now: number }): { now: number } => ({ now: now - milliseconds })
  return {
    clock: { freeze: () => seen(clock.freeze()), advance: (duration) => seen(clock.advance(duration)) },
    keys: { setRemaining: (key, left) => keys.setRemaining(key, left) },
  }
}
