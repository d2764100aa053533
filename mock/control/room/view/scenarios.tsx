import { useState } from 'preact/hooks'
import { planName } from '../../../../spec/plans.ts'
import { asSentence } from '../../../../spec/wording.ts'
import { clientIds, clients, type ClientId } from '../../../scenarios/clients.ts'
import { comparisonOf } from '../../../scenarios/scenario-report.ts'
import { SCENARIO_DEFAULTS, scenarioPlans, type ScenarioPlan } from '../../../scenarios/scenario.ts'
import { scenarioIn, SPEEDS } from '../state/address.ts'
import { disturbedText } from '../state/disturbances.ts'
import { COUNTED_BANS } from '../state/scenario-run.ts'
import { ClientProgressRow } from './client-progress-row.tsx'
import { Select } from './elements.tsx'
import { RunHint } from './run-hint.tsx'
import { useRoom } from './use-room.ts'

function clientName(id: ClientId | ''): string {
  return id === '' ? '' : clients[id].name
}

/** Runs clients under a rate limit, and shows how many requests and how much time each needs. */
export function Scenarios() {
  const room = useRoom()
  const { scenarios } = room
  const [asked] = useState(() => scenarioIn(location.search).choice ?? SCENARIO_DEFAULTS)
  const [plan, setPlan] = useState<ScenarioPlan>(asked.plan)
  const [first, setFirst] = useState<ClientId>(asked.clients[0] ?? 'naive')
  const [second, setSecond] = useState<ClientId | ''>(asked.clients[1] ?? '')
  const [speed, setSpeed] = useState(String(asked.speed))
  const isRunning = scenarios.isRunning.value
  const scenario = scenarios.scenario.value
  const report = scenarios.report.value
  const outcome = report && comparisonOf(report)
  const notes = new Set(report?.results.flatMap(({ assessment: { note } }) => note ?? []))
  if (scenarios.clients.value.some(({ bans, result }) => result && bans > result.bans))
    notes.add(COUNTED_BANS)
  // A run with a problem has no figures of all that was to be done.
  if (scenarios.problem.value === undefined)
    for (const what of scenarios.disturbances.value) notes.add(disturbedText(what))

  const pickFirst = (id: ClientId): void => {
    // No client runs beside itself: the two change places.
    if (id === second) setSecond(first)
    setFirst(id)
  }

  const start = (): void => {
    const both = second === '' ? [first] : [first, second]
    void room.run({ plan, clients: both, speed: Number(speed) })
  }

  return (
    <section class="panel scenarios" aria-labelledby="scenarios-title">
      <div class="panel-head">
        <h2 id="scenarios-title">What a rate limit does to a client</h2>
        <RunHint />
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            if (isRunning) scenarios.stop()
            else start()
          }}
        >
          <Select label="Client" value={first} options={clientIds} nameOf={clientName} onPick={pickFirst} />
          <Select
            label="and"
            value={second}
            options={['', ...clientIds.filter((id) => id !== first)]}
            none="nobody else"
            nameOf={clientName}
            onPick={setSecond}
          />
          <Select label="Plan" value={plan} options={scenarioPlans} nameOf={planName} onPick={setPlan} />
          <Select
            label="Speed"
            value={speed}
            options={SPEEDS.map(String)}
            nameOf={(one) => `×${one}`}
            onPick={setSpeed}
          />
          <button
            type="submit"
            class="main"
            onClick={(event) => {
              // The second click of a double click would stop what the first one started.
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {isRunning ? 'Stop' : 'Run it'}
          </button>
        </form>
      </div>
      {scenarios.problem.value !== undefined && <p class="problem">{asSentence(scenarios.problem.value)}</p>}
      {scenario ? (
        <>
          <ul class="runs">
            {scenarios.clients.value.map((progress) => (
              <ClientProgressRow key={progress.client} progress={progress} wanted={scenario.requests} />
            ))}
          </ul>
          {outcome !== undefined && (
            <p class="outcome" role="status">
              {outcome}
            </p>
          )}
          {[...notes].map((note) => (
            <p key={note} class="note">
              {note}
            </p>
          ))}
        </>
      ) : (
        <dl class="client-list">
          {clientIds.map((id) => (
            <div key={id}>
              <dt>{clients[id].name}</dt>
              <dd>{clients[id].does}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
