import { useRoom } from './use-room.ts'

/** Adds a key on a plan; the figures of an enterprise key are those of the demo key. */
export function AddKey() {
  const room = useRoom()
  return (
    <form
      class="row add-key"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const body = Object.fromEntries(new FormData(form)) as { key: string; plan: 'free' }
        void room.actHere<'addKey'>('POST', 'keys', body).then((isDone) => {
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
          <option>free</option>
          <option>pro</option>
          <option>business</option>
          <option>enterprise</option>
        </select>
      </label>
      <button type="submit">Add key</button>
    </form>
  )
}
