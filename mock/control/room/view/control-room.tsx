import { useRef } from 'preact/hooks'
import { queryOf } from '../state/address.ts'
import { Confirmation } from './elements.tsx'
import { InBrowser } from './in-browser.tsx'
import { Keys } from './keys.tsx'
import { Plot } from './plot.tsx'
import { Scenarios } from './scenarios.tsx'
import { TimeStrip } from './time-strip.tsx'
import { useRoom } from './use-room.ts'
import { WorkArea } from './work-area.tsx'

/** The page: the world and its clock at the top, below them scenarios, plot, details and keys. */
export function ControlRoom() {
  const isLocked = useRoom().connection.value === 'token-wanted'
  return (
    <>
      {!isLocked && (
        <nav class="skip" aria-label="Skip">
          <a href="#work">Skip to the details of the world</a>
          <a href="#keys">Skip to the keys</a>
        </nav>
      )}
      <Header />
      <InBrowser />
      <TokenForm />
      {!isLocked && <World />}
    </>
  )
}

function World() {
  return (
    <main>
      <TimeStrip />
      <div class="columns">
        <div class="column">
          <RunHere />
          <Plot />
          <WorkArea />
        </div>
        <div class="column">
          <Keys />
        </div>
      </div>
    </main>
  )
}

/** The scenarios. Not before a service behind: they would send thousands of requests to it. */
function RunHere() {
  return useRoom().proxied.value ? null : <Scenarios />
}

const STATES = {
  opening: 'connecting …',
  open: 'live',
  lost: 'disconnected, reconnecting …',
  'token-wanted': 'token required',
} as const

/** The selected world, its base address, and the state of the connection. */
export function Header() {
  const room = useRoom()
  const connection = room.connection.value
  const proxied = room.proxied.value
  const isLocked = connection === 'token-wanted'
  return (
    <header class="top">
      <h1>Control room</h1>
      {!isLocked && (proxied ? <ServiceBehind service={proxied.service} /> : <WorldSelect />)}
      <code class="address" title={`The base address of this ${proxied ? 'proxy' : 'world'}`}>
        {room.baseUrl.value}
      </code>
      <div class="state">
        <span class={`connection ${connection}`} role="status">
          {STATES[connection]}
        </span>
        <Notices />
      </div>
      {!proxied && <a href={`docs/${queryOf(room.world.value)}`}>Docs</a>}
      {!isLocked && <ResetWorld />}
    </header>
  )
}

/** The service whose replies the proxy passes back. */
function ServiceBehind({ service }: { readonly service: string }) {
  return (
    <span class="world">
      Proxy before <code>{service}</code>
    </span>
  )
}

function WorldSelect() {
  const room = useRoom()
  return (
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
  )
}

/** Resets the world after a confirmation. */
export function ResetWorld() {
  const room = useRoom()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" class="grave" onClick={() => dialog.current?.showModal()}>
        Reset world
      </button>
      <Confirmation
        dialog={dialog}
        question={`Reset the world ${room.world.value}?`}
        answer="Reset"
        onConfirm={() => void room.actHere((world) => world.reset())}
      >
        This resets its pets, keys, counters, bans, clock, choices, faults and journal to the state at its
        start. Keys and pets that were added since then are removed. You cannot undo it.
      </Confirmation>
    </>
  )
}

/** Asks for the control token, which a mock requires from other machines. Until then there is nothing to show. */
export function TokenForm() {
  const room = useRoom()
  if (room.connection.value !== 'token-wanted') return null
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault()
        const token = new FormData(event.currentTarget).get('token')
        if (typeof token === 'string') room.useToken(token.trim())
      }}
    >
      <label>
        Access from another machine requires a token. Enter the token that the mock printed at its start, to
        see and change its world:
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">Enter</button>
    </form>
  )
}

/** The last change or error, the lines that have room in the header; opened, all of it. */
export function Notices() {
  const { notices, traffic } = useRoom()
  const notice = notices.shown.value
  const text = traffic.keyNames.named(notice?.text ?? '')
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice && (
        <div class={`notice ${notice.tone}`}>
          <details
            key={notice.since}
            onToggle={({ currentTarget }) => {
              notices.keep(currentTarget.open)
            }}
          >
            <summary title={text}>{text}</summary>
          </details>
          <button
            type="button"
            aria-label="Close this notice"
            onClick={() => {
              notices.close()
            }}
          >
            ×
          </button>
        </div>
      )}
    </div>
  )
}
