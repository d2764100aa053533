import { spendAllowance } from './spend-allowance.ts'
import type { MockControl } from './mock-control.ts'
import { walk, type Walked } from './walk.ts'

/** The service that Dredd is to ask, and how. */
export interface DreddOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string
  /** Where the service is our mock: brings the key over its limit, and back. */
  readonly control: MockControl | undefined
  /** Whether the key's allowance may be spent where there is no control. */
  readonly exhaust: boolean
  /** Takes a line. */
  readonly print: (line: string) => void
}

export type ExitCode = 0 | 1 | 2

const TIMEOUT_MS = 10_000

/** Prints one line for each documented response, and a summary. Rejects with CannotRun when the service cannot be asked. */
export async function runDredd({ print, ...service }: DreddOptions): Promise<ExitCode> {
  const walked = await walkService(service)
  for (const { name, outcome, reason } of walked) {
    print(`${outcome.padEnd(10)}  ${name}${reason === '' ? '' : `: ${reason}`}`)
  }
  const count = (outcome: Walked['outcome']): number => walked.filter((one) => one.outcome === outcome).length
  const counts = (['passed', 'failed', 'not walked'] as const).map(
    (outcome) => `${count(outcome)} ${outcome}`,
  )
  print(`${walked.length} documented responses of ${service.baseUrl}: ${counts.join(', ')}`)
  if (count('failed') > 0) return 1
  return count('passed') > 0 ? 0 : 2
}

async function walkService(service: Omit<DreddOptions, 'print'>): Promise<readonly Walked[]> {
  const { baseUrl, key, control, exhaust } = service
  const exceedLimit = async (): Promise<string | undefined> => {
    if (control) return control.spend()
    if (exhaust) return spendAllowance(baseUrl, key, TIMEOUT_MS)
    return 'going over the limit has to be asked for with --exhaust'
  }
  try {
    return await walk({ baseUrl, key, timeout: TIMEOUT_MS, exceedLimit })
  } finally {
    await control?.restore()
  }
}
