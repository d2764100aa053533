import { counted } from '../../../../spec/wording.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { clients } from '../../../scenarios/clients.ts'
import { tookText } from '../../../scenarios/scenario-report.ts'
import { MOST_MINUTES } from '../../../scenarios/scenario.ts'
import { COUNTED_BANS, type ClientProgress } from '../state/scenario-run.ts'
import { bannedFor } from '../state/world-time.ts'
import { ToEndOfBan } from './key-card.tsx'
import { useRoom } from './use-room.ts'
import { countdown, figure, timeOfDay } from './words.ts'

const FAILED = 'With another error, or without a reply'
const CUT_OFF = 'Under way when the run was stopped, so that nothing is known of their replies'

interface Props {
  readonly progress: ClientProgress
  /** How many requests must be served. */
  readonly wanted: number
}

/** The progress of a client of a scenario, and its assessment at the end. */
export function ClientProgressRow({ progress, wanted }: Props) {
  const { client, key, sent, served, refused, failed, result } = progress
  const state = useKey(progress)
  const time = useRoom().time.value ?? 0
  // A refusal that a client honours is no fault of it, nor is a ban by hand, which only the report of the key separates from others.
  const isBad = result ? result.assessment.wellBehaved === false : (state?.report.bans ?? 0) > 0
  const { name, does } = clients[client]
  const ban = useBan(progress)
  const underWay = sent - served - refused - failed
  return (
    <li class={`run ${verdictOf(result)}`}>
      <p class="run-name">
        <strong>{name}</strong> {does}
      </p>
      <span
        class="bar well"
        role="meter"
        aria-label={`served of ${name}`}
        aria-valuemin={0}
        aria-valuemax={wanted}
        aria-valuenow={served}
      >
        <span class="fill" style={{ transform: `scaleX(${served / wanted})` }} />
      </span>
      <dl>
        <Cell name="served" value={figure(served)} />
        <Cell name="refused" value={figure(refused)} isBad={isBad && refused > 0} />
        {failed > 0 && <Cell name="failed" value={figure(failed)} about={FAILED} />}
        {key !== undefined && <Cell name="under way" value={figure(underWay)} />}
        {key === undefined && underWay > 0 && (
          <Cell name="cut off" value={figure(underWay)} about={CUT_OFF} />
        )}
        {result && (
          <>
            <Cell name="bans" value={figure(result.bans)} isBad={result.bans > 0} about={COUNTED_BANS} />
            <Cell name="took" value={tookText(result)} />
            <Cell name="served / s" value={result.servedPerSecond.toFixed(2)} />
          </>
        )}
      </dl>
      <p class="assessment" role="status">
        {result ? assessmentOf(result) : <Now progress={progress} ban={ban} />}
      </p>
      {ban > 0 && <ToEndOfBan name={name} ends={time + ban} />}
    </li>
  )
}

/** The key of a running client as the page shows it; `undefined` where it shows another world. */
function useKey({ key }: ClientProgress): KeyState | undefined {
  const { keys, scenarios, world } = useRoom()
  if (scenarios.world.value !== world.value) return undefined
  return keys.value.find((one) => one.key === key)
}

/** How long the key of a running client is still banned, in milliseconds; 0 where it is not, or where the page shows another world. */
function useBan(progress: ClientProgress): number {
  const { scenarios, world, time } = useRoom()
  const state = useKey(progress)
  if (progress.key === undefined || scenarios.world.value !== world.value) return 0
  const now = time.value ?? 0
  // A client that waits does not notice a ban by hand.
  return Math.max(0, (progress.bannedUntil ?? 0) - now, state ? bannedFor(state, now) : 0)
}

function Cell({
  name,
  value,
  isBad = false,
  about,
}: {
  readonly name: string
  readonly value: string
  readonly isBad?: boolean
  readonly about?: string
}) {
  return (
    <div title={about} class={`cell ${isBad ? 'is-bad' : ''}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function verdictOf(result: ClientProgress['result']): 'good' | 'bad' | '' {
  const wellBehaved = result?.assessment.wellBehaved
  if (wellBehaved === undefined) return ''
  return wellBehaved ? 'good' : 'bad'
}

function assessmentOf({ assessment, ending, served }: NonNullable<ClientProgress['result']>): string {
  const { wellBehaved, words } = assessment
  const end = {
    done: '',
    stopped: `, stopped after ${counted(served, 'served request')}`,
    'out-of-time': `, and gave up: it would need more than ${MOST_MINUTES} minutes`,
  }
  if (wellBehaved === undefined) return `${words.charAt(0).toUpperCase()}${words.slice(1)}${end[ending]}`
  return `${wellBehaved ? 'Well' : 'Badly'} behaved: ${words}${end[ending]}`
}

/** The current activity of a client, by the clock of its world. */
function Now({ progress, ban }: Pick<Props, 'progress'> & { readonly ban: number }) {
  const { waitsUntil, isCut, key, served } = progress
  const { scenarios, world, time: now } = useRoom()
  const time = now.value ?? 0
  const start = scenarios.startsAt.value
  if (isCut) return <span>Stopped after {counted(served, 'served request')}</span>
  if (scenarios.world.value !== world.value) return <span>Runs in the world {scenarios.world.value}</span>
  if (key === undefined) {
    return (
      <span>{start === undefined ? 'Begins' : `Begins with the next minute, at ${timeOfDay(start)}`}</span>
    )
  }
  if (ban > 0) return <span class="is-bad">Banned, {countdown(ban)} left</span>
  if (waitsUntil !== undefined && waitsUntil > time) return <span>Waits {countdown(waitsUntil - time)}</span>
  return <span>Sends requests</span>
}
