import { planIds, planName } from '../../../../spec/plans.ts'
import { counted } from '../../../../spec/wording.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { bannedFor, minuteQuotaAt, type WindowQuota, windowQuotaAt } from '../state/world-time.ts'
import { useRoom } from './use-room.ts'
import { countdown, figure } from './words.ts'

const BY_THE_CLOCK = 'By the mock’s clock, which ran at another speed than real time'

/** A key with its plan, quota, strikes and ban. */
export function KeyCard({ state }: { readonly state: KeyState }) {
  const room = useRoom()
  const time = room.time.value ?? 0
  const ban = bannedFor(state, time)
  const minute = minuteQuotaAt(state, time)
  const { requests, refused, earlyRetries, inFlight, waitsIn, bans } = state.report
  const isOver = minute.left === 0

  return (
    <li class={`key ${ban > 0 ? 'banned' : isOver ? 'over' : ''}`}>
      <div class="key-head">
        <strong class="key-name" title={state.key}>
          {state.key}
        </strong>
        <span class="plan">{planName(state.plan)}</span>
        {ban > 0 && (
          <span class="ban-sign">
            <ToEndOfBan name={state.key} ends={time + ban} />
            <span class="ban">banned, {countdown(ban)} left</span>
          </span>
        )}
      </div>
      <div class="gauges">
        <Gauge name="minute" quota={minute} afterBan={minute.afterBan} />
        <Gauge name="day" quota={windowQuotaAt(state.windows.day, time)} />
      </div>
      <p class="tallies">
        <span title="All that arrived, also those under way or without a reply">
          {counted(requests, 'request')}
        </span>
        <span class={refused > 0 ? 'is-bad' : ''}>{figure(refused)} refused</span>
        {state.strikes > 0 && ban === 0 && <span class="is-bad">{counted(state.strikes, 'strike')}</span>}
        {bans > 0 && (
          <span class="is-bad" title="Bans that the client earned">
            {counted(bans, 'ban')}
          </span>
        )}
        {earlyRetries > 0 && (
          <span class="is-bad" title={waitsIn === 'world-time' ? BY_THE_CLOCK : undefined}>
            {figure(earlyRetries)} too early
          </span>
        )}
        {inFlight > 0 && (
          <span title="May have been sent before the first refusal arrived">
            {figure(inFlight)} in flight
          </span>
        )}
      </p>
      <KeyControls state={state} isBanned={ban > 0} />
    </li>
  )
}

/** Moves the clock to the end of a ban, Unix milliseconds of the world. */
export function ToEndOfBan({ name, ends }: { readonly name: string; readonly ends: number }) {
  const room = useRoom()
  return (
    <button
      type="button"
      class="to-end"
      aria-label={`To its end: the ban of ${name}`}
      title="Moves the clock to the end of this ban"
      onClick={() => void room.actHere(({ clock }) => clock.change({ now: ends }))}
    >
      To its end
    </button>
  )
}

interface GaugeProps {
  readonly name: string
  readonly quota: WindowQuota
  readonly afterBan?: number | undefined
}

/** The quota of a window as a bar and a number, and when it resets, or what is left after a ban. */
export function Gauge({ name, quota, afterBan }: GaugeProps) {
  const { limit, left, renewsIn } = quota
  const share = left / limit
  const level = share === 0 ? 'empty' : share <= 0.2 ? 'low' : 'well'
  const resets = renewsIn === undefined ? 'full' : `resets in ${countdown(renewsIn)}`
  const renewal = afterBan === undefined ? resets : `${figure(afterBan)} after the ban`
  return (
    <div class="gauge">
      <span class="gauge-name">{name}</span>
      <span class="gauge-figure">
        <b>{figure(left)}</b> / {figure(limit)}
      </span>
      <span
        class={`bar ${level}`}
        role="meter"
        aria-label={`left of the ${name}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={left}
      >
        <span class="fill" style={{ transform: `scaleX(${share})` }} />
      </span>
      <span class="gauge-reset">{renewal}</span>
    </div>
  )
}

/** The controls of a key. */
export function KeyControls({ state, isBanned }: { readonly state: KeyState; readonly isBanned: boolean }) {
  const room = useRoom()
  const { key, plan: current } = state
  return (
    <details class="key-controls">
      <summary aria-label={`Change ${key}`}>Change</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const left = (name: string) => (fields.get(name) === '' ? {} : { [name]: Number(fields.get(name)) })
          const both = { ...left('minute'), ...left('day') }
          if (Object.keys(both).length === 0)
            room.notices.say(
              'wrong',
              'Fill in how many requests the key has left this minute, today, or both',
            )
          else void room.actHere(({ keys }) => keys.setRemaining(key, both))
        }}
      >
        <label>
          Left this minute
          <input name="minute" type="number" {...leftOf(state.windows.minute)} />
        </label>
        <label>
          today
          <input name="day" type="number" {...leftOf(state.windows.day)} />
        </label>
        <button type="submit">Set</button>
      </form>
      <div class="row">
        <label>
          Plan
          <select
            value={current}
            onChange={({ currentTarget }) =>
              void room.actHere(({ keys }) => keys.changePlan(key, { plan: planOf(currentTarget.value) }))
            }
          >
            {planIds.map((plan) => (
              <option key={plan} value={plan}>
                {planName(plan)}
              </option>
            ))}
          </select>
        </label>
        {isBanned ? (
          <button type="button" onClick={() => void room.actHere(({ keys }) => keys.lift(key))}>
            Lift the ban
          </button>
        ) : (
          <button type="button" onClick={() => void room.actHere(({ keys }) => keys.ban(key, 60))}>
            Ban for 60 s
          </button>
        )}
        <button type="button" class="grave" onClick={() => void room.actHere(({ keys }) => keys.remove(key))}>
          Remove
        </button>
      </div>
    </details>
  )
}

function leftOf({ limit }: KeyState['windows']['minute']) {
  return { min: 0, max: limit, step: 1, placeholder: 'as it is' }
}

function planOf(value: string): KeyState['plan'] {
  return planIds.find((plan) => plan === value) ?? 'free'
}
