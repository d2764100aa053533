import { useState } from 'preact/hooks'
import { planIds, planName } from '../../../../spec/plans.ts'
import { counted } from '../../../../spec/wording.ts'
import { inOrder } from '../state/key-order.ts'
import { KeyCard } from './key-card.tsx'
import { useRoom } from './use-room.ts'

const FIRST = 12
// With more keys there is a search field.
const FEW = 8

/** The keys of the world. */
export function Keys() {
  const room = useRoom()
  const [wanted, setWanted] = useState('')
  const [most, setMost] = useState(FIRST)
  const keys = inOrder(room.keys.value, room.scenarios.run.value?.keys ?? [])
  const found = wanted === '' ? keys : keys.filter(({ key }) => key.includes(wanted))
  const limitsOff = room.current.value?.limits === false

  return (
    <section class="panel keys" id="keys" tabIndex={-1} aria-labelledby="keys-title">
      <div class="panel-head">
        <h2 id="keys-title">Keys</h2>
        <label class="switch">
          <input
            type="checkbox"
            checked={!limitsOff}
            onChange={({ currentTarget }) =>
              void room.actHere(({ limits }) => limits.switch(currentTarget.checked))
            }
          />
          Rate limits
        </label>
      </div>
      {limitsOff && <p class="hint">Rate limits are off. No request is counted or refused.</p>}
      {keys.length > FEW && (
        <input
          type="search"
          class="find-key"
          placeholder="Find a key"
          aria-label="Find a key"
          value={wanted}
          onInput={({ currentTarget }) => {
            setWanted(currentTarget.value)
          }}
        />
      )}
      <ul class="key-list">
        {found.slice(0, most).map((key) => (
          <KeyCard key={key.key} state={key} />
        ))}
      </ul>
      {keys.length === 0 && room.readings.arrived.value.has('keys') && <NoKeys />}
      {found.length > most && (
        <button
          type="button"
          onClick={() => {
            setMost(most + 50)
          }}
        >
          Show more ({counted(found.length - most, 'other')})
        </button>
      )}
      {!room.proxied.value && <AddKey />}
    </section>
  )
}

function NoKeys() {
  return useRoom().proxied.value ? (
    <p class="hint">No keys yet. A key appears here with its first request.</p>
  ) : (
    <p class="hint">No keys. Every request is answered with 401. Add a key.</p>
  )
}

/** Adds a key on a plan. An enterprise key gets the limits of the demo key. */
export function AddKey() {
  const room = useRoom()
  return (
    <form
      class="row add-key"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const key = Object.fromEntries(new FormData(form)) as { key: string; plan: 'free' }
        void room
          .actHere(({ keys }) => keys.add(key))
          .then((isDone) => {
            if (isDone) form.reset()
          })
      }}
    >
      <label>
        New key
        <input name="key" required maxLength={200} placeholder="team-key" autocomplete="off" />
      </label>
      <label>
        Plan
        <select name="plan">
          {planIds.map((id) => (
            <option key={id} value={id}>
              {planName(id)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Add key</button>
    </form>
  )
}
