import { useState } from 'preact/hooks'
import type { Exchange } from '../state/control-api.ts'
import { ExchangeDetail } from './exchange-detail.tsx'
import { useRoom } from './use-room.ts'

/** One exchange in a line, which opens to all of it. */
export function ExchangeLine({ exchange }: { readonly exchange: Exchange }) {
  const room = useRoom()
  const [isOpen, setOpen] = useState(false)
  const { id, time, method, target, status, key, reason } = exchange
  return (
    <li class={`line exchange s${Math.floor(status / 100)} ${status === 429 ? 's429' : ''}`}>
      <button
        type="button"
        class="line-head"
        aria-expanded={isOpen}
        aria-controls={`exchange-${id}`}
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        <time dateTime={time}>{time.slice(11, 19)}</time>
        <span class="status">{status}</span>
        <span class="target">
          <b>{method}</b> {target}
        </span>
        <span class="line-key">{key === null ? 'no key' : room.readings.nameOf(key)}</span>
        <span class="sentence">{reason.sentence}</span>
      </button>
      {isOpen && <ExchangeDetail exchange={exchange} />}
    </li>
  )
}
