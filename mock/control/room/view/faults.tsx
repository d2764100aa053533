import { counted } from '../../../../spec/counted.ts'
import type { Fault } from '../state/control-api.ts'
import { AddFault } from './add-fault.tsx'
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
                onClick={() => void room.actHere<'removeFault'>('DELETE', `faults/${fault.id}`)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {faults.length > 1 && (
        <button type="button" onClick={() => void room.actHere<'clearFaults'>('DELETE', 'faults')}>
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
