import { useState } from 'preact/hooks'
import { operationIds } from '../../../../spec/operations.ts'
import { counted } from '../../../../spec/wording.ts'
import type { Fault, NewFault } from '../../../client/generated/wire.ts'
import { newFault, type PresetName, presetNames } from '../state/new-fault.ts'
import { Select } from './elements.tsx'
import { useRoom } from './use-room.ts'
import { countdown } from './words.ts'

/** What is deliberately broken, and when it heals. */
export function Faults() {
  const room = useRoom()
  const faults = room.readings.faults.value
  return (
    <>
      <AddFault />
      {faults.length === 0 ? (
        <p class="hint">Nothing is broken. A fault shows what a front end does when the service fails.</p>
      ) : (
        <ul class="faults">
          {faults.map((fault) => (
            <li key={fault.id} class="fault">
              <span>
                <b>{whatItDoes(fault.effect)}</b> {whomItHits(fault)}
              </span>
              <span class="quiet">
                {counted(fault.hits, 'hit')}
                {howItHeals(fault, room.time.value ?? 0)}
              </span>
              <button
                type="button"
                aria-label={`Remove fault ${fault.id}`}
                onClick={() => void room.actHere((world) => world.faults.remove(fault.id))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {faults.length > 1 && (
        <button type="button" onClick={() => void room.actHere((world) => world.faults.clear())}>
          Remove all
        </button>
      )}
    </>
  )
}

function whatItDoes(effect: Fault['effect']): string {
  switch (effect.kind) {
    case 'delay':
      return `Replies ${effect.from}${effect.to === undefined ? '' : `–${effect.to}`} ms late`
    case 'status':
      return `Answers ${effect.status}`
    case 'cut':
      return effect.at === 'before-reply'
        ? 'Cuts the connection before the reply'
        : 'Cuts the connection in the body'
    case 'not-json':
      return 'Answers with HTML instead of JSON'
    case 'trickle':
      return `Drips the body over ${effect.over} ms`
  }
}

function whomItHits({ operation, key, probability }: Fault): string {
  const parts = [operation ?? 'every operation', key === undefined ? 'every key' : `key ${key}`]
  return `for ${parts.join(', ')}${probability === undefined ? '' : `, ${Math.round(probability * 100)} % of the time`}`
}

function howItHeals({ times, hits, healsAt }: Fault, time: number): string {
  const left = times === undefined ? [] : [`heals after ${counted(times - hits, 'more hit')}`]
  const rest = healsAt === null ? [] : [`heals in ${countdown(Date.parse(healsAt) - time)}`]
  return [...left, ...rest].map((part) => ` · ${part}`).join('')
}

const OPERATIONS = ['', ...operationIds] as const

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
        void room.actHere((world) => world.faults.add(fault))
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
