import { namesInOrder } from '../state/key-order.ts'
import { ALL, RUN, type Shown } from './plot-shown.ts'
import { useRoom } from './use-room.ts'

const MOST_CHIPS = 8

/**
 * What the plot can show: the run of this page, if there is one, all keys, or one of them; and whether also older requests, and
 * keys that were removed.
 */
export function Chips({ shown }: { readonly shown: Shown }) {
  const { traffic } = useRoom()
  const { chosen, choose, keys, removed, hides, hide, run } = shown
  const several = [...(run ? [RUN] : []), ALL]
  const one = [...new Set([...keys, ...(several.includes(chosen) ? [] : [chosen])])]
  const nameOf = (what: string): string =>
    what === RUN ? 'This run' : what === ALL ? 'All keys' : traffic.keyNames.nameOf(what)
  return (
    <>
      <div class="chips" role="group" aria-label="Whose requests">
        {[...several, ...namesInOrder(one.slice(0, MOST_CHIPS), run?.keys ?? [])].map((what) => (
          <button
            key={what}
            type="button"
            class={`chip ${removed.has(what) ? 'removed' : ''}`}
            aria-pressed={chosen === what}
            onClick={() => {
              choose(what)
            }}
          >
            {nameOf(what)}
          </button>
        ))}
      </div>
      {shown.hasOlder && chosen !== RUN && (
        <Check label="Older requests" isOn={shown.showsOlder} onChange={shown.showOlder} />
      )}
      {removed.size > 0 && chosen !== RUN && (
        <Check
          label="Removed keys"
          isOn={!hides}
          onChange={(isOn) => {
            hide(!isOn)
          }}
        />
      )}
    </>
  )
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked)
        }}
      />
      {label}
    </label>
  )
}
