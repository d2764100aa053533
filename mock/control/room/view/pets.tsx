import { toInt64 } from '../../../../spec/exact-json/int64.ts'
import { pathOf, petStatuses } from '../../../../spec/operations.ts'
import type { Pet } from '../../../client/generated/wire.ts'
import { useRoom } from './use-room.ts'
import { Select } from './elements.tsx'
import { figure } from './words.ts'

const STATUSES = ['', ...petStatuses] as const

/** The pets of the world, the newest first. */
export function Pets() {
  const room = useRoom()
  const pets = room.readings.pets.value
  const hasArrived = room.readings.arrived.value.has('pets')
  const all = room.current.value?.pets ?? 0
  return (
    <>
      <AddPet />
      <div class="panel-head">
        <p class="hint">{hasArrived && `${figure(pets.length)} of ${figure(all)} pets, newest first`}</p>
        <Select
          label="Status"
          value={room.readings.petStatus.value ?? ''}
          options={STATUSES}
          none="any"
          onPick={(status) => {
            room.readings.filterPets(status)
          }}
        />
      </div>
      {pets.length === 0 && hasArrived && (
        <p class="hint">
          No pets. Add one, or send a <code>POST</code> to{' '}
          <code>{room.basePath.value + pathOf('createPet')}</code>.
        </p>
      )}
      {pets.length > 0 && (
        <div class="scroll" role="region" aria-label="Pets">
          <table class="pets">
            <thead>
              <tr>
                <th scope="col">Id</th>
                <th scope="col">Name</th>
                <th scope="col">Category</th>
                <th scope="col">Status</th>
                <th scope="col">
                  <span class="unseen">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {pets.map((pet) => (
                <PetRow key={String(pet.id)} pet={pet} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** A pet. Its status can be changed, to test a page that polls. */
function PetRow({ pet: { id, name, categoryId, status } }: { readonly pet: Pet }) {
  const room = useRoom()
  return (
    <tr>
      <td>{String(id)}</td>
      <td class="long">{name}</td>
      <td>{String(categoryId)}</td>
      <td>
        <select
          aria-label={`Status of pet ${id}`}
          value={status ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = petStatuses.find((one) => one === currentTarget.value)
            if (chosen) void room.actHere(({ pets }) => pets.change(id, { status: chosen }))
          }}
        >
          {status === undefined && <option value="">none</option>}
          {petStatuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </td>
      <td>
        <button
          type="button"
          class="grave"
          aria-label={`Remove pet ${id}`}
          onClick={() => void room.actHere(({ pets }) => pets.remove(id))}
        >
          Remove
        </button>
      </td>
    </tr>
  )
}

/** Adds a pet, without spending quota. */
function AddPet() {
  const room = useRoom()
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const { name, categoryId, status } = Object.fromEntries(new FormData(form))
        if (typeof name !== 'string' || typeof categoryId !== 'string') return
        const body = {
          name,
          // The mock refuses a number that is not an int64.
          categoryId: toInt64(BigInt(categoryId)),
          status: petStatuses.find((one) => one === status) ?? 'available',
        }
        void room
          .actHere(({ pets }) => pets.add(body))
          .then((isDone) => {
            if (isDone) form.reset()
          })
      }}
    >
      <label>
        New pet
        <input name="name" required placeholder="Rex" autocomplete="off" />
      </label>
      <label>
        Category
        <input
          class="seed"
          name="categoryId"
          inputMode="numeric"
          pattern="-?[0-9]{1,30}"
          title="A whole number"
          required
          defaultValue="1"
        />
      </label>
      <label>
        as
        <select name="status">
          {petStatuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <button type="submit">Add pet</button>
    </form>
  )
}
