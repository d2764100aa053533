import type { TrafficFilter } from '../state/traffic-filter.ts'
import { useRoom } from './use-room.ts'

const STATUSES = ['2xx', '4xx', '5xx', '200', '201', '400', '401', '403', '404', '410', '429', '500', '503']
const OPERATIONS = ['listPets', 'createPet', 'getPet']

interface Props {
  readonly filter: TrafficFilter
  readonly keys: readonly string[]
  readonly onChange: (filter: TrafficFilter) => void
}

/** What the traffic is narrowed to. */
export function TrafficFilters({ filter, keys, onChange }: Props) {
  const room = useRoom()
  const pick = (name: keyof TrafficFilter, all: string, options: readonly string[]) => (
    <select
      aria-label={`Filter by ${name}`}
      value={filter[name]}
      onChange={({ currentTarget }) => {
        onChange({ ...filter, [name]: currentTarget.value })
      }}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {name === 'key' ? room.readings.nameOf(option) : option}
        </option>
      ))}
    </select>
  )
  return (
    <div class="filters">
      {pick('key', 'every key', [...keys, 'no key'])}
      {pick('status', 'every status', STATUSES)}
      {pick('operation', 'every operation', OPERATIONS)}
    </div>
  )
}
