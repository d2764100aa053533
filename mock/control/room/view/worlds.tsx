import { useRef, useState } from 'preact/hooks'
import { counted } from '../../../../spec/wording.ts'
import type { WorldState } from '../../../client/world-state.ts'
import { download } from './download.ts'
import { Confirmation } from './elements.tsx'
import { useRoom } from './use-room.ts'

// They cannot be removed.
const PERMANENT = ['default', 'staging']

/** The worlds of the mock. */
export function Worlds() {
  const { worlds } = useRoom().readings
  return (
    <>
      <AddWorld />
      <WorldFile />
      <ul class="world-list">
        {worlds.value.map((world) => (
          <WorldRow key={world.name} world={world} />
        ))}
      </ul>
    </>
  )
}

/** Creates a world and selects it. */
function AddWorld() {
  const room = useRoom()
  return (
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
      <button type="submit">Create and open</button>
    </form>
  )
}

/** Saves the selected world to a file, and restores it from one after a confirmation. */
function WorldFile() {
  const room = useRoom()
  const [file, setFile] = useState<File>()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <div class="row">
      <button
        type="button"
        onClick={() =>
          void room.save().then((text) => {
            if (text === undefined) return
            download(`${room.world.value}.world.json`, new Blob([text], { type: 'application/json' }))
          })
        }
      >
        Save this world to a file
      </button>
      <label class="file">
        Load a file
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget: input }) => {
            const [chosen] = input.files ?? []
            // Allows the same file again.
            input.value = ''
            if (!chosen) return
            setFile(chosen)
            dialog.current?.showModal()
          }}
        />
      </label>
      <Confirmation
        dialog={dialog}
        question={`Load ${file?.name} into the world ${room.world.value}?`}
        answer="Load"
        onConfirm={() => void file?.text().then((text) => room.load(file.name, text))}
      >
        This replaces its pets, keys, counters, bans, clock, choices and faults with those of the file, and
        empties its journal. You cannot undo it.
      </Confirmation>
    </div>
  )
}

/** A world with its state and its controls. */
function WorldRow({ world: { name, basePath, pets, keys, faults } }: { readonly world: WorldState }) {
  const room = useRoom()
  const isSelected = name === room.world.value
  return (
    <li class={isSelected ? 'is-here' : ''}>
      <span class="long">
        <b>{name}</b> <code>{basePath}</code>
      </span>
      <span class="quiet">
        {counted(pets, 'pet')} · {counted(keys, 'key')}
        {faults > 0 && ` · ${counted(faults, 'fault')}`}
      </span>
      <span class="row">
        {isSelected ? (
          <em class="tag">selected</em>
        ) : (
          <button
            type="button"
            aria-label={`Open ${name}`}
            onClick={() => {
              room.enter(name)
            }}
          >
            Open
          </button>
        )}
        {!PERMANENT.includes(name) && (
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
  )
}
