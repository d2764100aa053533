import { startMock } from '../../../mock/index.ts'
import { choosable, concreteVariants, parseChoices, type Choices } from '../../../spec/choices.ts'
import type { ContractSettings } from '../../../contract-tests/engine/settings.ts'
import { socketTransport } from '../../../contract-tests/engine/transport.ts'
import type { RunReport } from '../../../contract-tests/report/model/run-report.ts'
import { runOn, testService } from '../test-service.ts'

/** Choices of the mock that is mutated, and settings of the run. */
export interface Mix {
  readonly id: string
  readonly choices?: Partial<Choices>
  /** Settings besides those of every run, which goes over the limit until the key is banned. */
  readonly more?: Partial<ContractSettings>
  /** Whether the run uses real connections, which is slower and shows more only of mock/http. By default it is in process. */
  readonly overSockets?: true
}

// So many that each variant of each open point occurs.
const TURNS = Math.max(...choosable.map((point) => concreteVariants(point).length))

/** The cheapest first, for most mutants need no other. */
export const mixes: readonly Mix[] = [
  { id: 'default' },
  ...Array.from({ length: TURNS }, (_none, by) => ({ id: `choices ${by + 1}`, choices: rotatedChoices(by) })),
  // The rotation never combines these.
  {
    id: 'a ban with 401',
    choices: {
      ban: 'after-3-strikes-for-90-seconds',
      'status-while-banned': '401',
      'list-order': 'newest',
      'further-pages': 'link',
    },
  },
  { id: 'thorough', more: { deep: true, thorough: true } },
  { id: 'Pro', more: { plan: 'pro', key: 'pro-demo-key' } },
  { id: 'sockets', overSockets: true },
]

/** At each open point another variant than in the rotation before, whatever other points there are. */
function rotatedChoices(by: number): Partial<Choices> {
  const rows = choosable.map((point) => {
    const variants = concreteVariants(point)
    const first = Buffer.from(point.id).reduce((sum, byte) => sum + byte, 0)
    return [point.id, variants[(by + first) % variants.length]] as const
  })
  return parseChoices(Object.fromEntries(rows))
}

const PETS = 60
const BEGINS = Date.parse('2026-11-20T10:00:30Z')
const TIMEOUT_MS = 1_500

/** Runs the suite against a mix. */
export async function runMix({ choices, more, overSockets }: Mix): Promise<RunReport> {
  const mock = { pets: PETS, choices, time: () => BEGINS }
  if (overSockets === undefined) return await runOn(await testService((healthy) => healthy, { mock }), more)
  await using started = await startMock({ ...mock, port: 0 })
  const { worlds, baseUrl, stagingBaseUrl: secondBaseUrl } = started
  const control = [worlds.default, worlds.get('staging')] as const
  return await runOn({ transport: socketTransport(TIMEOUT_MS), control }, { ...more, baseUrl, secondBaseUrl })
}
