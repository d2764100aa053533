import { useRef } from 'preact/hooks'
import { InBrowser } from './in-browser.tsx'
import { Keys } from './keys.tsx'
import { Plot } from './plot.tsx'
import { Scenarios } from './scenarios.tsx'
import { TimeStrip } from './time-strip.tsx'
import { useRoom } from './use-room.ts'
import { WorkArea } from './work-area.tsx'

/** The whole page: the world and its time above, what happens in the middle, what can be set around it. */
export function ControlRoom() {
  return (
    <>
      <nav class="skip" aria-label="Skip">
        <a href="#work">Skip to the world in detail</a>
        <a href="#keys">Skip to the keys</a>
      </nav>
      <Header />
      <InBrowser />
      <TokenForm />
      <main>
        <TimeStrip />
        <div class="columns">
          <div class="column">
            <Scenarios />
            <Plot />
            <WorkArea />
          </div>
          <div class="column">
            <Keys />
          </div>
        </div>
      </main>
    </>
  )
}

const SAID = {
  opening: 'connecting …',
  open: 'live',
  lost: 'no connection, trying again …',
  'token-wanted': 'token wanted',
} as const

/** Which world is shown, where it answers, and whether the page still hears of it. */
export function Header() {
  const room = useRoom()
  const connection = room.connection.value
  const address = location.origin + room.basePath.value
  return (
    <header class="top">
      <h1>Control room</h1>
      <label class="world">
        World
        <select
          value={room.world.value}
          onChange={({ currentTarget }) => {
            room.enter(currentTarget.value)
          }}
        >
          {room.readings.worlds.value.map(({ name }) => (
            <option key={name} value={name} selected={name === room.world.value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <code class="address" title="The base address of this world">
        {address}
      </code>
      <div class="state">
        <span class={`connection ${connection}`} role="status">
          {SAID[connection]}
        </span>
        <Notices />
      </div>
      <a href="docs/">Docs</a>
      <ResetWorld />
    </header>
  )
}

/** Puts the world back, once it was asked whether that is meant. */
export function ResetWorld() {
  const room = useRoom()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => dialog.current?.close()
  return (
    <>
      <button type="button" class="grave" onClick={() => dialog.current?.showModal()}>
        Reset world
      </button>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">Reset the world {room.world.value}?</h2>
        <p>
          Pets, keys, counters, bans, clock, choices, faults and journal go back to how the world began. What
          happened since cannot be brought back.
        </p>
        <div class="row">
          <button type="button" class="main" onClick={close}>
            Keep it
          </button>
          <button
            type="button"
            class="grave"
            onClick={() => {
              close()
              void room.actHere((world) => world.reset())
            }}
          >
            Reset it
          </button>
        </div>
      </dialog>
    </>
  )
}

/** Asks for the token, which a mock demands of whoever comes from another machine. */
export function TokenForm() {
  const room = useRoom()
  if (room.connection.value !== 'token-wanted') return null
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault()
        const token = new FormData(event.currentTarget).get('token')
        if (typeof token === 'string') room.present(token.trim())
      }}
    >
      <label>
        You come from another machine. The mock has printed a token when it started:
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">Enter</button>
    </form>
  )
}

// To read a line.
const LONG_ENOUGH = 5000

/** What happened last, or what went wrong. */
export function Notices() {
  const { notice, outside } = useRoom()
  const isOver = notice.value?.tone !== 'wrong' && outside.value > (notice.value?.since ?? 0) + LONG_ENOUGH
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice.value && !isOver && (
        <p class={`notice ${notice.value.tone}`}>
          <span title={notice.value.text}>{notice.value.text}</span>
          <button
            type="button"
            aria-label="Close this notice"
            onClick={() => {
              notice.value = undefined
            }}
          >
            ×
          </button>
        </p>
      )}
    </div>
  )
}
