import { planName } from '../../../../spec/plans.ts'
import { counted } from '../../../../spec/wording.ts'
import { clients } from '../../../scenarios/clients.ts'
import { slowedDown } from '../../../scenarios/scenario-report.ts'
import type { Scenario } from '../../../scenarios/scenario.ts'
import { otherRuns, type OtherClient } from '../state/other-runs.ts'
import type { Room } from '../state/room.ts'
import { bannedFor } from '../state/world-time.ts'
import { useRoom } from './use-room.ts'
import { figure } from './words.ts'

/** What goes on beside the form: a run of another page or a terminal, the work of this page's clients, or why its clock is not as fast. */
export function RunHint() {
  const room = useRoom()
  const scenario = room.scenarios.scenario.value
  const text = pressingOf(room) ?? othersOf(room) ?? (scenario && ownOf(scenario, room))
  return text === undefined ? null : <p class="hint">{text}</p>
}

function othersOf({ keys, scenarios, time }: Room): string | undefined {
  const runs = otherRuns(keys.value, (key) => scenarios.hasKey(key))
  if (runs.length === 0) return undefined
  const all = runs.flat().map((client) => progressOf(client, time.value ?? 0))
  return `Another page or a terminal runs ${all.join(' and ')} in this world.`
}

function progressOf({ client, state }: OtherClient, time: number): string {
  const { requests, refused } = state.report
  const ban = bannedFor(state, time) > 0 ? ', banned' : ''
  return `${clients[client].name} (${counted(requests, 'request')}, ${figure(refused)} refused${ban})`
}

/** What the reader of this page's run must know first: it is in another world, or its clock does not run as the form says, and why. */
function pressingOf({ scenarios, readings, world }: Room): string | undefined {
  const scenario = scenarios.scenario.value
  if (!scenario || !scenarios.isRunning.value) return undefined
  if (scenarios.world.value !== world.value) return elsewhere(scenario, scenarios.world.value)
  if (!scenarios.run.value) return undefined
  const { speed, frozen } = readings.clock.value ?? { speed: scenario.speed, frozen: false }
  if (frozen) return 'The clock is frozen: the clients wait until it runs again.'
  if (speed === scenario.speed) return undefined
  const why = scenarios.speeds.value.includes(speed)
    ? 'for now: this machine is busy'
    : 'as it was set above, or by another run'
  return `The clock runs at ×${speed} in place of ×${scenario.speed}, ${why}.`
}

function ownOf(scenario: Scenario, { scenarios, world }: Room): string {
  if (scenarios.world.value !== world.value) return elsewhere(scenario, scenarios.world.value)
  const report = scenarios.report.value
  return report && report.speed < scenario.speed ? slowedDown(report) : workOf(scenario)
}

function elsewhere(scenario: Scenario, world: string | undefined): string {
  return `This run is in the world ${world}, and not in the one shown here. ${workOf(scenario)}`
}

function workOf({ requests, plan }: Scenario): string {
  return `Each client needs ${figure(requests)} served requests on plan ${planName(plan)}.`
}
