import { useState } from 'preact/hooks'
import { operationIds, pathOf } from '../../../../spec/operations.ts'
import { withEqualOnes } from '../state/equal-lines.ts'
import { NO_KEY, UNKNOWN_KEY } from '../state/key-names.ts'
import { allTraffic, type Line, type TrafficFilter } from '../state/traffic.ts'
import { ChangeLine, EntryLine, EqualLines } from './traffic-line.tsx'
import { useRoom } from './use-room.ts'
import { figure } from './words.ts'

const FIRST = 60

/** The events of the world, the newest first. */
export function Traffic() {
  const room = useRoom()
  const [filter, setFilter] = useState<TrafficFilter>(allTraffic)
  const [held, setHeld] = useState<readonly Line[] | undefined>(undefined)
  const [most, setMost] = useState(FIRST)
  const live = room.traffic.lines.value
  const shown = room.traffic.passing(held ?? live, filter)
  const rows = withEqualOnes(shown)
  const missed = held ? newerThan(live, held[0]) : 0
  const keys = room.readings.keys.value.map(({ key }) => key)

  return (
    <>
      <div class="panel-head">
        <TrafficFilters filter={filter} keys={keys} onChange={setFilter} />
        <button
          type="button"
          aria-pressed={held !== undefined}
          onClick={() => {
            setHeld(held ? undefined : live)
          }}
        >
          {held ? `Resume (${figure(missed)} new)` : 'Pause'}
        </button>
      </div>
      {shown.length === 0 ? (
        room.readings.arrived.value.has('journal') && <Empty isFiltered={live.length > 0} />
      ) : (
        <ol class="lines" aria-label="Exchanges, newest first" tabIndex={0}>
          {rows
            .slice(0, most)
            .map((row) =>
              row.kind === 'equal' ? (
                <EqualLines key={row.id} entries={row.entries} />
              ) : row.line.kind === 'exchange' ? (
                <EntryLine key={row.id} entry={row.line.entry} />
              ) : (
                <ChangeLine key={row.id} change={row.line.change} />
              ),
            )}
        </ol>
      )}
      {rows.length > most && (
        <button
          type="button"
          class="more"
          onClick={() => {
            setMost(most + 200)
          }}
        >
          Show more ({figure(rows.length - most)} older)
        </button>
      )}
    </>
  )
}

function newerThan(live: readonly Line[], newest: Line | undefined): number {
  const at = live.findIndex(({ id }) => id === newest?.id)
  return at < 0 ? live.length : at
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const room = useRoom()
  if (isFiltered) return <p class="hint">No exchange matches the filter.</p>
  // A proxy does not know the keys themselves.
  const key = room.proxied.value ? 'YOUR-KEY' : (room.readings.keys.value[0]?.key ?? 'free-demo-key')
  return (
    <div class="hint">
      <p>No requests yet. Run this in a terminal:</p>
      <pre>
        <code>
          curl -sS -H 'Authorization: Bearer {key}' '{room.baseUrl.value + pathOf('listPets')}
          ?limit=5'
        </code>
      </pre>
    </div>
  )
}

const STATUSES = ['2xx', '4xx', '5xx', '200', '201', '400', '401', '403', '404', '410', '429', '500', '503']

interface Props {
  readonly filter: TrafficFilter
  readonly keys: readonly string[]
  readonly onChange: (filter: TrafficFilter) => void
}

/** The filters of the traffic. */
export function TrafficFilters({ filter, keys, onChange }: Props) {
  const room = useRoom()
  // One that is removed meanwhile is still what is shown.
  const all = new Set([...keys, UNKNOWN_KEY, NO_KEY, filter.key].filter((key) => key !== ''))
  const pick = (name: keyof TrafficFilter, any: string, options: readonly string[]) => (
    <select
      aria-label={`Filter by ${name}`}
      value={filter[name]}
      onChange={({ currentTarget }) => {
        onChange({ ...filter, [name]: currentTarget.value })
      }}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {name === 'key' ? room.traffic.keyNames.nameOf(option) : option}
        </option>
      ))}
    </select>
  )
  return (
    <div class="filters">
      {pick('key', 'all keys', [...all])}
      {pick('status', 'all statuses', STATUSES)}
      {pick('operation', 'all operations', operationIds)}
    </div>
  )
}
