import { useState } from 'preact/hooks'
import { operationIds } from '../../../../spec/operations.ts'
import { counted } from '../../../../spec/wording.ts'
import type { Fault, NewFault } from '../../../client/generated/wire.ts'
import { newFault, type PresetName, presetNames } from '../state/new-fault.ts'
import { Select } from './elements.tsx'
import { useRoom } from './use-room.ts'
import { countdown } from './words.ts'

/** The faults of the world. */
export function Faults() {
  const room = useRoom()
  const faults = room.readings.faults.value
  return (
    <>
      <AddFault />
      {faults.length === 0 && room.readings.arrived.value.has('faults') && (
        <p class="hint">No faults. Add one to see what a front end does when the service fails.</p>
      )}
      {faults.length > 0 && (
        <ul class="faults">
          {faults.map((fault) => (
            <li key={fault.id} class="fault">
              <span class="long">
                <b>{describeEffect(fault.effect)}</b> {describeTarget(fault)}
              </span>
              <span class="quiet">
                {counted(fault.hits, 'hit')}
                {describeHealing(fault, room.time.value ?? 0)}
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

function describeEffect(effect: Fault['effect']): string {
  switch (effect.kind) {
    case 'delay':
      return `Replies ${effect.from}${effect.to === undefined ? '' : `–${effect.to}`} ms late`
    case 'status':
      return `Answers with ${effect.status}${describeContent(effect)}`
    case 'cut':
      return effect.at === 'before-reply'
        ? 'Cuts the connection before the reply'
        : 'Cuts the connection in the body'
    case 'not-json':
      return 'Answers with HTML instead of JSON'
    case 'trickle':
      return `Sends the body slowly, over ${effect.over} ms`
  }
}

function describeContent({ body, headers }: Extract<Fault['effect'], { kind: 'status' }>): string {
  const fields = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  const custom = [
    ...(body === undefined ? [] : [body === '' ? 'no body' : `the body ${shortened(body)}`]),
    ...(fields.length === 0
      ? []
      : [`${fields.length === 1 ? 'the header' : 'headers'} ${shortened(fields.join(', '))}`]),
  ]
  return custom.length === 0 ? '' : `, ${custom.join(' and ')}`
}

const LONGEST = 80

/** A text in one line, shortened. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

function describeTarget({ operation, key, probability, after }: Fault): string {
  const parts = [operation ?? 'every operation', key === undefined ? 'every key' : `key ${key}`]
  return `for ${parts.join(', ')}${probability === undefined ? '' : `, ${Math.round(probability * 100)} % of the time`}${after === undefined ? '' : `, after ${counted(after, 'request')}`}`
}

function describeHealing({ times, hits, healsAt }: Fault, time: number): string {
  const left = times === undefined ? [] : [`heals after ${counted(times - hits, 'more hit')}`]
  const rest = healsAt === null ? [] : [`heals in ${countdown(Date.parse(healsAt) - time)}`]
  return [...left, ...rest].map((part) => ` · ${part}`).join('')
}

const OPERATIONS = ['', ...operationIds] as const

/** Adds a fault. */
export function AddFault() {
  const room = useRoom()
  const [preset, setPreset] = useState<PresetName>('answers with status')
  const [operation, setOperation] = useState<NonNullable<NewFault['operation']> | ''>('')
  const [picked, setKey] = useState('')
  const keys = room.readings.keys.value.map(({ key }) => key)
  // It may have been removed since.
  const key = keys.includes(picked) ? picked : ''
  return (
    <form
      class="row add-fault"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = Object.fromEntries(new FormData(event.currentTarget))
        void room.actHere((world) => world.faults.add(newFault(preset, { operation, key }, fields)))
      }}
    >
      <Select label="The service" value={preset} options={presetNames} onPick={setPreset} />
      {preset === 'answers with status' && (
        <>
          <input
            name="status"
            aria-label="Status"
            type="number"
            min="200"
            max="599"
            defaultValue="503"
            required
          />
          <label>
            and the body
            <input class="fault-body" name="body" placeholder="an Error" autocomplete="off" />
          </label>
          <label>
            and headers
            <textarea
              class="fault-body"
              name="headers"
              rows={1}
              placeholder="Retry-After: 2"
              title="One per line"
            />
          </label>
        </>
      )}
      {preset === 'is late' && (
        <Duration label="by" initially="2 s" title="A time or a range, such as 500 ms, 2 s or 0.2-2 s" />
      )}
      {preset === 'sends the body slowly' && (
        <Duration label="over" initially="5 s" title="A time, such as 500 ms or 5 s" />
      )}
      <Select
        label="for"
        value={operation}
        options={OPERATIONS}
        none="every operation"
        onPick={setOperation}
      />
      <Select label="and" value={key} options={['', ...keys]} none="every key" onPick={setKey} />
      <NumberField label="Probability %" name="share" max={100} initially="100" />
      <NumberField label="After requests" name="after" nothing="0" />
      <NumberField label="Max. hits" name="times" nothing="none" />
      <NumberField label="Heals after (s of the mock’s clock)" name="seconds" nothing="never" />
      <button type="submit">Add fault</button>
    </form>
  )
}

interface DurationProps {
  readonly label: string
  readonly initially: string
  readonly title: string
}

function Duration({ label, initially, title }: DurationProps) {
  return (
    <label>
      {label}
      <input
        name="duration"
        defaultValue={initially}
        placeholder={initially}
        title={title}
        autocomplete="off"
      />
    </label>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly name: string
  readonly max?: number
  readonly initially?: string
  /** The meaning of an empty field. */
  readonly nothing?: string
}

function NumberField({ label, name, max, initially, nothing }: NumberFieldProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        type="number"
        min="1"
        {...(max !== undefined && { max })}
        {...(initially !== undefined && { defaultValue: initially })}
        {...(nothing !== undefined && { placeholder: nothing })}
      />
    </label>
  )
}
