import { counted } from '../../../../spec/wording.ts'
import { useRoom } from './use-room.ts'

// They are always there.
const LASTING = ['default', 'staging']

/** The isolated copies of the service. */
export function Worlds() {
  const room = useRoom()
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          const name = new FormData(form).get('name')
          if (typeof name !== 'string') return
          void room
            .act((client) => client.request('createWorld', { body: { name } }))
            .then((isDone) => {
              if (!isDone) return
              form.reset()
              room.enter(name)
            })
        }}
      >
        <label>
          New world
          <input
            name="name"
            required
            pattern="[a-z0-9][a-z0-9\-]*"
            maxLength={40}
            placeholder="my-world"
            autocomplete="off"
            title="Lower-case letters, digits and -"
          />
        </label>
        <button type="submit">Create and enter</button>
      </form>
      <div class="row">
        <button
          type="button"
          onClick={() =>
            void room.save().then((text) => {
              if (text !== undefined) download(`${room.world.value}.world.json`, text)
            })
          }
        >
          Save this world to a file
        </button>
        <label>
          Load one into it
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget: input }) => {
              const [file] = input.files ?? []
              void file?.text().then((text) => room.load(file.name, text))
              // The same file may be loaded again.
              input.value = ''
            }}
          />
        </label>
      </div>
      <ul class="world-list">
        {room.readings.worlds.value.map(({ name, basePath, pets, keys, faults }) => (
          <li key={name} class={name === room.world.value ? 'is-here' : ''}>
            <span class="long">
              <b>{name}</b> <code>{basePath}</code>
            </span>
            <span class="quiet">
              {counted(pets, 'pet')} · {counted(keys, 'key')}
              {faults > 0 && ` · ${counted(faults, 'fault')}`}
            </span>
            <span class="row">
              {name === room.world.value ? (
                <em class="tag">shown here</em>
              ) : (
                <button
                  type="button"
                  aria-label={`Enter ${name}`}
                  onClick={() => {
                    room.enter(name)
                  }}
                >
                  Enter
                </button>
              )}
              {!LASTING.includes(name) && (
                <button
                  type="button"
                  class="grave"
                  aria-label={`Remove ${name}`}
                  onClick={() => void room.act((client) => client.world(name).remove())}
                >
                  Remove
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
