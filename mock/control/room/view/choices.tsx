import { useState } from 'preact/hooks'
import { OpenPoint } from './open-point.tsx'
import { useRoom } from './use-room.ts'

/** Short enough to be said aloud. */
function anySeed(): number {
  return Math.floor(Math.random() * 10_000)
}

/** What the document leaves open, and what the world does there. */
export function Choices() {
  const room = useRoom()
  const [wanted, setWanted] = useState('')
  const choices = room.readings.choices.value
  const found = choices.filter(({ id, question }) =>
    `${id} ${question}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const seed = room.seed.value
  return (
    <>
      <p class="hint">What the document leaves open. A front end may rely on none of it.</p>
      <form
        class="panel-head"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget).get('seed')
          void room.varyChoices(typeof given === 'string' && given !== '' ? Number(given) : anySeed())
        }}
      >
        <button type="submit" title="Breaks a front end that leans on something never promised">
          Vary all
        </button>
        <label>
          by seed
          <input class="seed" name="seed" type="number" min="0" step="1" placeholder="any" />
        </label>
        <output>
          {seed !== undefined && (
            <>
              varied by seed {seed}, as <code>petstore mock --vary {seed}</code> does
            </>
          )}
        </output>
        <button
          type="button"
          onClick={() =>
            void room.actHere((world) =>
              world.choices.set(Object.fromEntries(choices.map((point) => [point.id, point.default]))),
            )
          }
        >
          Back to the defaults
        </button>
        <input
          type="search"
          placeholder="Find an open point"
          aria-label="Find an open point"
          value={wanted}
          onInput={({ currentTarget }) => {
            setWanted(currentTarget.value)
          }}
        />
      </form>
      {found.length === 0 && <p class="hint">No open point is called like this.</p>}
      <ul class="points">
        {found.map((point) => (
          <OpenPoint key={point.id} point={point} />
        ))}
      </ul>
    </>
  )
}
