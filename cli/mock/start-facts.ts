import { defaultChoices, type OpenPointId } from '../../spec/choices.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { PlanId } from '../../spec/plans.ts'
import { isLoopbackHost } from '../../mock/control/guard/loopback.ts'
import { redactPassword } from '../../mock/core/message/redact.ts'
import { originOf } from '../../mock/address.ts'
import type { Mock } from '../../mock/mock.ts'
import { jsonLine } from './log-lines.ts'
import { ownAddresses } from './own-addresses.ts'

/** The contents of the start message. */
export interface StartFacts {
  readonly version: string
  readonly origin: string
  readonly baseUrl: string
  readonly stagingBaseUrl: string
  readonly controlUrl: string
  readonly host: string
  /** Scheme, host and port by which other machines reach it, if the mock listens on all addresses. */
  readonly originsElsewhere: readonly string[]
  /** The token of the control API; only set if other machines can reach the mock. */
  readonly controlToken: string | undefined
  readonly keys: readonly KeyFacts[]
  readonly pets: number
  /** An existing pet, whose id and category the examples use. */
  readonly example: { readonly id: Int64; readonly categoryId: Int64 }
  readonly limits: boolean
  readonly faults: number
  /** The choices that differ from the defaults. */
  readonly choices: Readonly<Partial<Record<OpenPointId, string>>>
  /** Whether requests get no line in the log. */
  readonly quiet: boolean
  /** The files that are watched. */
  readonly files: readonly string[]
  /** The file of the default world, which may not be there yet: what the watched ones say of worlds is for the others. */
  readonly world: string | undefined
  /** The Redis that stores the state of all mocks that name it, without the password. */
  readonly store: string | undefined
}

export interface KeyFacts {
  readonly key: string
  readonly plan: PlanId
  readonly perMinute: number
  readonly perDay: number
}

/** Collects what the start message says about a running mock. */
export async function startFacts(
  mock: Mock | Mock<true>,
  {
    version,
    host,
    quiet,
    files,
    world,
    store,
    token = mock.controlToken,
  }: Pick<StartFacts, 'version' | 'host' | 'quiet' | 'files'> & {
    readonly world?: string | undefined
    readonly store?: string | undefined
    readonly token?: string
  },
): Promise<StartFacts> {
  return {
    version,
    host,
    quiet,
    files,
    world,
    store: store === undefined ? undefined : redactPassword(store),
    origin: mock.origin,
    baseUrl: mock.baseUrl,
    stagingBaseUrl: mock.stagingBaseUrl,
    controlUrl: `${mock.origin}/_mock/`,
    originsElsewhere: ownAddresses(host).map((address) => originOf(address, mock.port)),
    controlToken: isLoopbackHost(host) ? undefined : token,
    keys: (await mock.keys.list()).map(({ key, plan, windows }) => ({
      key,
      plan,
      perMinute: windows.minute.limit,
      perDay: windows.day.limit,
    })),
    pets: await mock.pets.size,
    example: (await mock.pets.oldest) ?? { id: 1, categoryId: 1 },
    limits: await mock.limits.on,
    faults: (await mock.faults.list()).length,
    choices: differing(await mock.choices.read()),
  }
}

/** The start message for a machine: one line of JSON. `time` in Unix milliseconds. */
export function startLine(
  { example: _example, originsElsewhere: _origins, ...facts }: StartFacts,
  time: number,
): string {
  return `${jsonLine({ event: 'started', time: new Date(time).toISOString(), ...facts })}\n`
}

function differing(choices: Readonly<Record<OpenPointId, string>>): StartFacts['choices'] {
  const entries = Object.entries(choices).filter(
    ([id, variant]) => variant !== defaultChoices[id as OpenPointId],
  )
  return Object.fromEntries(entries)
}
