import { pathOf, petStatuses } from '../../../../spec/operations.ts'
import { useRoom } from './use-room.ts'
import { Select } from './elements.tsx'
import { figure } from './words.ts'

const STATUSES = ['', ...petStatuses] as const

/** The pets of the world, the newest first. */
export function Pets() {
  const room = useRoom()
  const pets = room.readings.pets.value
  const all = room.current.value?.pets ?? 0
  return (
    <>
      <div class="panel-head">
        <p class="hint">
          {figure(pets.length)} of {figure(all)} pets, the newest first
        </p>
        <Select
          label="Status"
          value={room.readings.petStatus.value ?? ''}
          options={STATUSES}
          none="any"
          onPick={(status) => {
            room.readings.askForPets(status)
          }}
        />
      </div>
      {pets.length === 0 ? (
        <p class="hint">
          None here. A <code>POST</code> to <code>{room.basePath.value + pathOf('createPet')}</code> adds one.
        </p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Pets">
          <table>
            <thead>
              <tr>
                <th scope="col">Id</th>
                <th scope="col">Name</th>
                <th scope="col">Category</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {pets.map(({ id, name, categoryId, status }) => (
                <tr key={String(id)}>
                  <td>{String(id)}</td>
                  <td class="long">{name}</td>
                  <td>{String(categoryId)}</td>
                  <td>{status ?? 'none'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
