import type { Key } from '../state/control-api.ts'
import { useRoom } from './use-room.ts'

const PLANS = ['free', 'pro', 'business', 'enterprise'] as const

/** What can be done to a key. */
export function KeyControls({ standing, isBanned }: { readonly standing: Key; readonly isBanned: boolean }) {
  const room = useRoom()
  const path = `keys/${encodeURIComponent(standing.key)}`
  return (
    <details class="key-controls">
      <summary aria-label={`Change ${standing.key}`}>Change</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const left = (name: string) => (fields.get(name) === '' ? {} : { [name]: Number(fields.get(name)) })
          void room.actHere<'setRemaining'>('PUT', `${path}/remaining`, { ...left('minute'), ...left('day') })
        }}
      >
        <label>
          Left this minute
          <input name="minute" type="number" min="0" step="1" placeholder="as it is" />
        </label>
        <label>
          today
          <input name="day" type="number" min="0" step="1" placeholder="as it is" />
        </label>
        <button type="submit">Set</button>
      </form>
      <div class="row">
        <label>
          Plan
          <select
            value={standing.plan}
            onChange={({ currentTarget }) =>
              void room.actHere<'changePlan'>('PATCH', path, { plan: planOf(currentTarget.value) })
            }
          >
            {PLANS.map((plan) => (
              <option key={plan} value={plan}>
                {plan}
              </option>
            ))}
          </select>
        </label>
        {isBanned ? (
          <button type="button" onClick={() => void room.actHere<'liftBan'>('DELETE', `${path}/ban`)}>
            Lift the ban
          </button>
        ) : (
          <button
            type="button"
            onClick={() => void room.actHere<'banKey'>('POST', `${path}/ban`, { seconds: 60 })}
          >
            Ban for 60 s
          </button>
        )}
        <button type="button" class="grave" onClick={() => void room.actHere<'removeKey'>('DELETE', path)}>
          Remove
        </button>
      </div>
    </details>
  )
}

function planOf(value: string): Key['plan'] {
  return PLANS.find((plan) => plan === value) ?? 'free'
}
