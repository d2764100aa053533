import { filledIn, lettersOf, numbersOf } from '../../../../spec/variants.ts'
import type { OpenPoint as Point } from '../../../client/generated/wire.ts'
import { Prose } from './elements.tsx'
import { useRoom } from './use-room.ts'

/** An open point: its question, the sentence of the document, and the lawful variants. */
export function OpenPoint({ point }: { readonly point: Point }) {
  const { id, question, section, remark, chosen } = point
  return (
    <li>
      <details class={`point ${chosen === point.default ? '' : 'is-changed'}`}>
        <summary>
          <span class="question">
            <Prose text={question} />
          </span>
          <span class="setting">
            <code>{id}</code> <code class="chosen">{chosen}</code>
          </span>
        </summary>
        <p class="hint">
          The document ({section}){' '}
          {remark === undefined ? (
            'does not mention it.'
          ) : (
            <q>
              <Prose text={remark} />
            </q>
          )}
        </p>
        <fieldset>
          <legend>Lawful variants of {id}</legend>
          {Object.entries(point.variants).map(([variant, meaning]) => (
            <Variant key={variant} point={point} variant={variant} meaning={meaning} />
          ))}
        </fieldset>
      </details>
    </li>
  )
}

interface VariantProps {
  readonly point: Point
  readonly variant: string
  readonly meaning: string
}

// The number that replaces a letter if none was chosen.
const FIRST = 10

function Variant({ point: { id, chosen, ...point }, variant, meaning }: VariantProps) {
  const room = useRoom()
  const current = numbersOf(variant, chosen)
  const preset = numbersOf(variant, point.default)
  const letters = lettersOf(variant)
  const numbers: readonly (number | string)[] = letters.map((_, at) => (current ?? preset)?.[at] ?? FIRST)
  const choose = (filled: readonly (number | string)[]): void => {
    void room.actHere(({ choices }) => choices.set({ [id]: filledIn(variant, filled) }))
  }
  return (
    <div class="variant">
      <label>
        <input
          type="radio"
          name={id}
          checked={current !== undefined}
          onChange={() => {
            choose(numbers)
          }}
        />
        <span>
          <code>{variant}</code> <Prose text={meaning} />
          {preset && <em class="tag"> default</em>}
        </span>
      </label>
      {current &&
        letters.map((letter, at) => (
          <label key={letter}>
            {letter}
            <input
              type="number"
              min="1"
              value={numbers[at]}
              onChange={({ currentTarget }) => {
                choose(numbers.with(at, currentTarget.value))
              }}
            />
          </label>
        ))}
    </div>
  )
}
