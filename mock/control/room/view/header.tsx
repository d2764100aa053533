import { useRoom } from './use-room.ts'

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
      <span class={`connection ${connection}`} role="status">
        {SAID[connection]}
      </span>
      <a href="docs/">Docs</a>
      <button
        type="button"
        class="grave"
        title="Pets, keys, counters, bans, clock, choices, faults and journal go back to how the world began"
        onClick={() => void room.actHere<'resetWorld'>('POST', 'reset')}
      >
        Reset world
      </button>
    </header>
  )
}
