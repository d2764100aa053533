import { useEffect, useRef, useState } from 'preact/hooks'
import { sum, type Lane as History } from '../state/history.ts'
import { type LanePicture, PlotCanvas } from './plot-canvas.ts'
import { useRoom } from './use-room.ts'
import { figure, timeOfDay } from './words.ts'

const MOST_LANES = 4
const MOST_CHIPS = 8
/** The height of a lane in pixels, by the number of lanes. */
const HEIGHTS = [220, 220, 96, 80, 72]

/** The last minutes of the world, with a lane for each key: admitted and refused requests, quota and bans. */
export function Plot() {
  const room = useRoom()
  const [chosen, choose] = useState<string | undefined>(undefined)
  const { span } = room.plotted.value
  const { history, keyNames } = room.traffic
  const active = history.activeKeys(span)
  const names = (chosen === undefined ? active.slice(0, MOST_LANES) : [chosen]).toSorted()
  const lanes = names.map((name) => history.lane(name, span))
  const all = active.map((name) => history.lane(name, span))
  const most = Math.max(
    0,
    ...lanes.flatMap(({ admitted, refused }) => admitted.map((n, at) => n + (refused[at] ?? 0))),
  )
  const markers = history.markers(span)
  const keys = new Map(room.readings.keys.value.map((key) => [key.key, key]))
  const minutes = Math.round((span.starts.length * span.width) / 60)

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
            .slice(0, MOST_CHIPS)
            .toSorted()
            .map((name) => (
              <Chip
                key={name}
                name={keyNames.nameOf(name)}
                isChosen={chosen === name}
                onChoose={() => {
                  choose(name)
                }}
              />
            ))}
        </div>
      </div>
      <p class="hint">
        {active.length === 0
          ? 'No requests yet. Run two clients above, or send requests yourself.'
          : `${figure(total(all, 'admitted'))} admitted and ${figure(total(all, 'refused'))} refused in the last ${figure(minutes)} minutes of the mock’s clock. Each bar covers ${figure(span.width)} s.`}
        {active.length > names.length &&
          chosen === undefined &&
          ` The ${names.length} busiest keys are shown.`}
      </p>
      {names.map((name, at) => {
        const key = keys.get(name)
        const lane = lanes[at]
        return (
          lane && (
            <LaneView
              key={name}
              name={keyNames.nameOf(name)}
              left={key && lane.left.findLast((left) => left !== null)}
              height={HEIGHTS[names.length] ?? 0}
              hasTime={at === names.length - 1}
              picture={{ lane, span, markers, most, limit: key?.windows.minute.limit ?? mostLeft(lane) }}
            />
          )
        )
      })}
    </section>
  )
}

interface LaneProps {
  readonly name: string
  /** The quota of the key; `undefined` if the key no longer exists. */
  readonly left: number | null | undefined
  readonly height: number
  readonly hasTime: boolean
  readonly picture: LanePicture
}

function LaneView({ name, left, height, hasTime, picture }: LaneProps) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<PlotCanvas | undefined>(undefined)
  const isDark = useDarkness()
  useEffect(() => {
    if (!place.current) return undefined
    const drawn = new PlotCanvas(place.current, height, hasTime)
    canvas.current = drawn
    return () => {
      drawn.remove()
    }
  }, [height, hasTime, isDark])
  useEffect(() => {
    canvas.current?.show(picture)
  })
  const { starts, width } = picture.span
  const [from, to] = [starts[0] ?? 0, (starts.at(-1) ?? 0) + width].map(minuteOf)
  const admitted = total([picture.lane], 'admitted')
  const refused = total([picture.lane], 'refused')
  return (
    <figure class="lane">
      <figcaption>
        <b>{name}</b>
        <span class="swatch admitted">{figure(admitted)} admitted</span>
        <span class="swatch bad">{figure(refused)} refused</span>
        {typeof left === 'number' && <span class="swatch left">{figure(left)} left in the minute</span>}
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={`${name}, ${from} to ${to}: ${admitted} requests were admitted and ${refused} refused.`}
      />
    </figure>
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

function total(lanes: readonly History[], what: 'admitted' | 'refused'): number {
  return sum(lanes.map((lane) => sum(lane[what])))
}

function minuteOf(second: number): string {
  return timeOfDay(second * 1000).slice(0, 5)
}

function mostLeft({ left }: History): number {
  return Math.max(0, ...left.map((one) => one ?? 0))
}

/** Whether the page is dark, for canvases, which do not follow CSS. */
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
