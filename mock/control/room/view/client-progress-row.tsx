import { counted } from '../../../../spec/wording.ts'
import { clients } from '../../../scenarios/clients.ts'
import { tookText } from '../../../scenarios/scenario-report.ts'
import type { ClientProgress } from '../state/scenario-run.ts'
import { useRoom } from './use-room.ts'
import { countdown, figure, timeOfDay } from './words.ts'

interface Props {
  readonly progress: ClientProgress
  /** How many requests must be served. */
  readonly wanted: number
}

/** The progress of a client of a scenario, and its assessment at the end. */
export function ClientProgressRow({ progress, wanted }: Props) {
  const { client, served, refused, bans, result } = progress
  // A refusal that a client honours is no fault of it.
  const isBad = result ? result.assessment.wellBehaved === false : bans > 0
  const { name, does } = clients[client]
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
        {result && (
          <>
            <Cell name="bans" value={figure(result.bans)} isBad={result.bans > 0} />
            <Cell name="took" value={tookText(result)} />
            <Cell name="served / s" value={result.servedPerSecond.toFixed(2)} />
          </>
        )}
      </dl>
      <p class="assessment" role="status" title={result?.assessment.note}>
        {result ? assessmentOf(result) : <Now progress={progress} />}
      </p>
    </li>
  )
}

function Cell({
  name,
  value,
  isBad = false,
}: {
  readonly name: string
  readonly value: string
  readonly isBad?: boolean
}) {
  return (
    <div class={`cell ${isBad ? 'is-bad' : ''}`}>
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
    'out-of-time': ', and gave up',
  }
  if (wellBehaved === undefined) return `${words.charAt(0).toUpperCase()}${words.slice(1)}${end[ending]}`
  return `${wellBehaved ? 'Well' : 'Badly'} behaved: ${words}${end[ending]}`
}

/** The current activity of a client, by the clock of its world. */
function Now({ progress: { bannedUntil, waitsUntil, isCut, key, served } }: Pick<Props, 'progress'>) {
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
  if (bannedUntil !== undefined && bannedUntil > time) {
    return <span class="is-bad">Banned, {countdown(bannedUntil - time)} left</span>
  }
  if (waitsUntil !== undefined && waitsUntil > time) return <span>Waits {countdown(waitsUntil - time)}</span>
  return <span>Sends requests</span>
}
