import { seededRandom } from '../core/settings/random.ts'
import { clients, type ClientId } from './clients.ts'
import { newTally, type Job } from './job.ts'
import type { Fetch } from './ports.ts'
import { runProgram } from './run-program.ts'
import type { Happening } from './scenario-event.ts'
import type { ClientResult } from './scenario-report.ts'
import { paceOf, type Scenario } from './scenario.ts'
import { together } from './together.ts'
import { verdictOf } from './verdict.ts'
import type { WorldControl } from './world-control.ts'
import type { WorldTime } from './world-time.ts'

/** What all clients of a scenario share. */
export interface Setting {
  readonly scenario: Scenario
  readonly baseUrl: string
  /** When it began, Unix milliseconds of the world. */
  readonly start: number
  readonly control: WorldControl
  readonly time: WorldTime
  readonly fetch: Fetch
  readonly note: (client: ClientId, happening: Happening) => void
}

/** The longest that a client works, in milliseconds of the world. */
const LONGEST = 15 * 60_000

/** One client does its work, with a key that is added before and removed after it. */
export async function runClient(id: ClientId, setting: Setting, signal: AbortSignal): Promise<ClientResult> {
  const { scenario, control, start, time, note } = setting
  const key = `${id}-demo-${Math.floor(start / 1000).toString(36)}`
  await control.addKey(key, scenario.plan)
  try {
    const job = jobOf(id, key, setting, signal)
    const programs = Array.from({ length: job.client.programs }, () => job)
    const endings = await together(programs, signal, (each, either) =>
      runProgram({ ...each, signal: either }),
    )
    const ending = endings.find((end) => end !== 'done') ?? 'done'
    const seconds = (time.now() - start) / 1000
    const { sent, served, refused } = job.tally
    const { report } = await control.readKey(key)
    const result: ClientResult = {
      client: id,
      ending,
      sent,
      served,
      refused,
      bans: report.bans,
      seconds,
      servedPerSecond: seconds > 0 ? served / seconds : 0,
      verdict: verdictOf(report),
    }
    note(id, { kind: 'ended', result })
    return result
  } finally {
    // It may be gone already: a world can be reset or removed at any time.
    await control.removeKey(key).catch(() => undefined)
  }
}

function jobOf(
  id: ClientId,
  key: string,
  { scenario, control, start, note, ...setting }: Setting,
  signal: AbortSignal,
): Job {
  const client = clients[id]
  return {
    ...setting,
    signal,
    client,
    key,
    requests: scenario.requests,
    pace: paceOf(scenario.plan) * client.programs,
    deadline: start + LONGEST,
    random: seededRandom(scenario.seed),
    bannedUntil: async () => (await control.readKey(key)).bannedUntil,
    note: (happening) => {
      note(id, happening)
    },
    tally: newTally(),
  }
}
