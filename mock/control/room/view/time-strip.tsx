import { longDay } from '../../../../spec/date-time.ts'
import { REMOVAL_OF_GET_PET } from '../../../../spec/operations.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { useRoom } from './use-room.ts'
import { countdown, dayOf, timeOfDay } from './words.ts'

const MINUTE = 60_000
const SPEEDS = [1, 10, 60, 600, 3600]

/** The world's clock and its controls. */
export function TimeStrip() {
  const room = useRoom()
  const time = room.time.value
  const clock = room.readings.clock.value
  const advance = (duration: { minutes?: number; days?: number; seconds?: number }) => () =>
    void room.actHere((world) => world.clock.advance(duration))
  const change = (to: { now?: number; frozen?: boolean; speed?: number }) =>
    void room.actHere((world) => world.clock.change(to))
  const reset = nextReset(room.readings.keys.value, time ?? 0)

  return (
    <section class="time-strip" aria-labelledby="time-title">
      <h2 id="time-title">Clock</h2>
      <p class="now">
        <span class="time">{time === undefined ? '––:––:––' : timeOfDay(time)}</span>
        <span class="day">
          {time === undefined ? '' : dayOf(time)} UTC
          {clock?.frozen && <em class="tag"> frozen</em>}
        </span>
        <Offset />
      </p>
      <div class="buttons">
        <button
          type="button"
          class="freeze"
          aria-pressed={clock?.frozen ?? false}
          onClick={() => {
            change({ frozen: !clock?.frozen })
          }}
        >
          {clock?.frozen ? 'Unfreeze' : 'Freeze'}
        </button>
        <button type="button" onClick={advance({ minutes: 1 })}>
          +1 min
        </button>
        <button type="button" onClick={advance({ days: 1 })}>
          +1 day
        </button>
        <button
          type="button"
          disabled={reset === undefined}
          title={
            reset === undefined
              ? 'No key has an open minute window or a ban'
              : 'Advances to the next reset of a minute window or end of a ban'
          }
          onClick={() => {
            if (reset !== undefined) change({ now: reset })
          }}
        >
          To next reset
        </button>
        {!room.proxied.value && <ToRemoval change={change} />}
        <label>
          Speed
          <select
            value={clock?.speed ?? 1}
            onChange={({ currentTarget }) => {
              change({ speed: Number(currentTarget.value) })
            }}
          >
            {[...new Set([...SPEEDS, clock?.speed ?? 1])].map((speed) => (
              <option key={speed} value={speed}>
                ×{speed}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  )
}

/** How far the clock is from real time, where a run or someone has moved it: times on the page differ from the reader's watch. */
function Offset() {
  const ahead = Math.round(useRoom().ahead.value / MINUTE)
  if (ahead === 0) return null
  const far = Math.abs(ahead)
  return (
    <span class="offset" title="Runs and these buttons move the clock. Reset world sets it to real time.">
      {far < 60 ? `${far} min` : countdown(far * MINUTE)} {ahead > 0 ? 'ahead of' : 'behind'} real time
    </span>
  )
}

/** Moves the clock to the removal of an operation, which a service behind a proxy has by its own clock. */
function ToRemoval({ change }: { readonly change: (to: { now: number }) => void }) {
  return (
    <button
      type="button"
      title={`Sets the clock to ${longDay(REMOVAL_OF_GET_PET)}, when getPet is removed`}
      onClick={() => {
        change({ now: REMOVAL_OF_GET_PET })
      }}
    >
      To removal of getPet
    </button>
  )
}

/** The next reset of a minute window or end of a ban, Unix milliseconds of the world. */
function nextReset(keys: readonly KeyState[], time: number): number | undefined {
  const resets = keys
    .flatMap(({ windows, bannedUntil }) => [windows.minute.resetsAt, bannedUntil])
    .filter((reset) => reset !== undefined)
    .filter((reset) => reset > time)
  return resets.length === 0 ? undefined : Math.min(...resets)
}
