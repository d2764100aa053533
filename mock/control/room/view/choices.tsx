import { useState } from 'preact/hooks'
import { OpenPoint } from './open-point.tsx'
import { useRoom } from './use-room.ts'

/** A seed that is short enough to read aloud. */
function randomSeed(): number {
  return Math.floor(Math.random() * 10_000)
}

/** The open points with the choices of the world. */
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
      <p class="hint">The document leaves these points open. A front end must work with every variant.</p>
      <form
        class="panel-head"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget).get('seed')
          void room.varyChoices(typeof given === 'string' && given !== '' ? Number(given) : randomSeed())
        }}
      >
        <button
          type="submit"
          title="Chooses a random variant at every open point, to find out what a front end wrongly relies on"
        >
          Vary all
        </button>
        <label>
          with seed
          <input class="seed" name="seed" type="number" min="0" step="1" placeholder="any" />
        </label>
        <output>
          {seed !== undefined && (
            <>
              varied with seed {seed}, like <code>petstore mock --vary {seed}</code>
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
          Restore the defaults
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
      {found.length === 0 && choices.length > 0 && <p class="hint">No open point matches.</p>}
      <ul class="points">
        {found.map((point) => (
          <OpenPoint key={point.id} point={point} />
        ))}
      </ul>
    </>
  )
}
