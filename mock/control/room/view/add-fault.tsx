import { useState } from 'preact/hooks'
import type { NewFault } from '../state/control-api.ts'
import { newFault, presetNames, type PresetName } from '../state/new-fault.ts'
import { Select } from './select.tsx'
import { useRoom } from './use-room.ts'

const OPERATIONS = ['', 'listPets', 'createPet', 'getPet'] as const

/** Adds a fault. */
export function AddFault() {
  const room = useRoom()
  const [preset, setPreset] = useState<PresetName>('answers 503')
  const [operation, setOperation] = useState<NonNullable<NewFault['operation']> | ''>('')
  const [key, setKey] = useState('')
  return (
    <form
      class="row add-fault"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const fault = newFault(preset, {
          operation,
          key,
          share: fields.get('share'),
          times: fields.get('times'),
          seconds: fields.get('seconds'),
        })
        void room.actHere<'addFault'>('POST', 'faults', fault)
      }}
    >
      <Select label="The service" value={preset} options={presetNames} onPick={setPreset} />
      <Select
        label="for"
        value={operation}
        options={OPERATIONS}
        none="every operation"
        onPick={setOperation}
      />
      <Select
        label="and"
        value={key}
        options={['', ...room.readings.keys.value.map((one) => one.key)]}
        none="every key"
        onPick={setKey}
      />
      <label>
        in
        <input name="share" type="number" min="1" max="100" defaultValue="100" /> %
      </label>
      <label>
        at most
        <input name="times" type="number" min="1" placeholder="any" /> times
      </label>
      <label>
        for
        <input name="seconds" type="number" min="1" placeholder="ever" /> s
      </label>
      <button type="submit">Add fault</button>
    </form>
  )
}
