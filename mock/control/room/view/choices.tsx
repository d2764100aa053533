import { useState } from 'preact/hooks'
import { OpenPoint } from './open-point.tsx'
import { useRoom } from './use-room.ts'

/** What the document leaves open, and what the world does there. */
export function Choices() {
  const room = useRoom()
  const [wanted, setWanted] = useState('')
  const choices = room.readings.choices.value
  const found = choices.filter(({ id, question }) =>
    `${id} ${question}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  return (
    <>
      <div class="panel-head">
        <p class="hint">What the document leaves open. A front end may rely on none of it.</p>
        <button
          type="button"
          title="Breaks a front end that leans on something never promised"
          onClick={() => void room.actHere((world) => world.choices.vary(Math.floor(Math.random() * 10_000)))}
        >
          Vary all
        </button>
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
      </div>
      {found.length === 0 && <p class="hint">No open point is called like this.</p>}
      <ul class="points">
        {found.map((point) => (
          <OpenPoint key={point.id} point={point} />
        ))}
      </ul>
    </>
  )
}
