import { useEffect, useRef, useState } from 'preact/hooks'
import { SPAN } from '../state/history.ts'
import { LINES, PlotCanvas } from './plot-canvas.ts'
import { useRoom } from './use-room.ts'
import { figure } from './words.ts'

/** The last minute and a half of one key or of all: requests admitted and refused, and what was left. */
export function Plot() {
  const room = useRoom()
  const [chosen, choose] = useState<string | undefined>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<PlotCanvas | undefined>(undefined)
  const isDark = useDarkness()

  const outside = room.outside.value
  const active = room.traffic.history.activeKeys(outside)
  const known = active.filter((name) => name !== 'no key')
  const lines = (chosen === undefined ? known.slice(0, LINES.length) : [chosen]).toSorted()
  const columns = room.traffic.history.columns(outside, chosen, lines)
  const names = lines.join(' ')

  useEffect(() => {
    if (!place.current) return undefined
    const drawn = new PlotCanvas(place.current, lines)
    canvas.current = drawn
    return () => {
      drawn.remove()
    }
    // The names stand for the lines, which are another array each time.
  }, [names, isDark])
  useEffect(() => {
    canvas.current?.show(columns, room.traffic.history.marks(outside))
  })

  const admitted = sum(columns.admitted)
  const refused = sum(columns.refused)
  return (
    <section class="panel plot" aria-labelledby="plot-title">
      <div class="panel-head">
        <h2 id="plot-title">Requests over time</h2>
        <div class="chips" role="group" aria-label="Whose requests">
          <Chip
            name="All keys"
            isChosen={chosen === undefined}
            onChoose={() => {
              choose(undefined)
            }}
          />
          {[...new Set([...active, ...(chosen === undefined ? [] : [chosen])])]
            .slice(0, 8)
            .toSorted()
            .map((name) => (
              <Chip
                key={name}
                name={room.readings.nameOf(name)}
                isChosen={chosen === name}
                onChoose={() => {
                  choose(name)
                }}
              />
            ))}
        </div>
      </div>
      <dl class="legend">
        <Figure swatch="admitted" name="admitted" value={admitted} />
        <Figure swatch="bad" name="refused" value={refused} />
        {lines.map((name, at) => (
          <Figure
            key={name}
            swatch={LINES[at] ?? LINES[0]}
            name={`left of ${room.readings.nameOf(name)}`}
            value={columns.left[at]?.findLast((left) => left !== null) ?? 0}
          />
        ))}
      </dl>
      <div
        class="canvas"
        ref={place}
        role="img"
        aria-label={`In the last ${SPAN} seconds ${admitted} requests were admitted and ${refused} refused.`}
      />
      {active.length === 0 && (
        <p class="over-plot">Requests show here as they come in. Run two clients above, or send some.</p>
      )}
    </section>
  )
}

interface ChipProps {
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Chip({ name, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isChosen} onClick={onChoose}>
      {name}
    </button>
  )
}

interface FigureProps {
  readonly swatch: string
  readonly name: string
  readonly value: number
}

function Figure({ swatch, name, value }: FigureProps) {
  return (
    <div class={`figure ${swatch}`}>
      <dt>{name}</dt>
      <dd>{figure(value)}</dd>
    </div>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Whether the page is dark, for what does not follow by itself. */
export function useDarkness(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setDark] = useState(query.matches)
  useEffect(() => {
    const listen = (): void => {
      setDark(query.matches)
    }
    query.addEventListener('change', listen)
    return () => {
      query.removeEventListener('change', listen)
    }
  }, [query])
  return isDark
}
