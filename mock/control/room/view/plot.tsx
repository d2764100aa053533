import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { counted } from '../../../../spec/wording.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { perMinuteOf } from '../../../scenarios/scenario.ts'
import { spanBetween, sum, type Lane as History, type Outcome, type Span } from '../state/history.ts'
import { namesInOrder } from '../state/key-order.ts'
import type { PlottedRun } from '../state/scenario-run.ts'
import { MOST_LINES } from '../state/traffic.ts'
import { bannedFor, windowQuotaAt } from '../state/world-time.ts'
import { download } from './download.ts'
import { type LanePicture, PlotCanvas } from './plot-canvas.ts'
import { pictureOf, zoomForPicture } from './plot-picture.ts'
import { useRoom } from './use-room.ts'
import { useDarkness, useWindowHeight } from './use-window.ts'
import { countdown, figure, pictureName, timeOfDay } from './words.ts'

const MOST_LANES = 4
const MOST_CHIPS = 8
/** The height of a lane in pixels, by the number of lanes, in a window in which all of a run has just room. */
const HEIGHTS = [228, 228, 89, 82, 76]
const LOW_WINDOW = 720
const HIGHEST_LANE = 228

// No key starts with #.
const ALL = '#all'
const RUN = '#run'

/** What the plot shows: a run of two clients, all keys or one, and over which part of the world's time. */
function useShown(): {
  readonly chosen: string
  readonly choose: (what: string) => void
  readonly span: Span
  readonly keys: readonly string[]
} {
  const room = useRoom()
  const [chosen, choose] = useState<string>(ALL)
  // It changes whenever there is something new to draw, also in a run.
  const { span: recent } = room.plotted.value
  const run = useRun()
  const start = run?.start
  useEffect(() => {
    choose(start === undefined ? ALL : RUN)
  }, [start])
  const active = room.traffic.history.activeKeys(recent)
  if (chosen !== RUN || !run)
    return {
      chosen: chosen === RUN ? ALL : chosen,
      choose,
      span: recent,
      keys: active,
    }
  const now = room.scenarios.isRunning.value ? room.time.peek() : run.end
  return {
    chosen,
    choose,
    span: spanBetween(run.start, now ?? run.start),
    keys: run.keys,
  }
}

/** The run of this page in the world that it shows; `undefined` if nothing of it is known here, as after a reset. */
function useRun(): PlottedRun | undefined {
  const { scenarios, traffic, world } = useRoom()
  const run = scenarios.run.value
  if (!run || scenarios.world.value !== world.value) return undefined
  if (run.end === undefined) return run
  const active = traffic.history.activeKeys(spanBetween(run.start, run.end))
  return run.keys.some((key) => active.includes(key)) ? run : undefined
}

/** The requests of the last minutes, or of a run, with a lane for each key: what became of them, quota and bans. */
export function Plot() {
  const room = useRoom()
  const { chosen, choose, span, keys: active } = useShown()
  const ownRun = useRun()
  const { history, keyNames } = room.traffic
  const isOne = chosen !== ALL && chosen !== RUN
  const names = isOne
    ? [chosen]
    : chosen === RUN
      ? active
      : namesInOrder(active.slice(0, MOST_LANES), ownRun?.keys ?? [])
  const keys = new Map(room.keys.value.map((key) => [key.key, key]))
  const lanes = names.map((name) => history.lane(name, span, quotaEnd(name, ownRun, keys.has(name))))
  const all = isOne ? lanes : active.map((name) => history.lane(name, span))
  const most = Math.max(
    0,
    ...lanes.flatMap(({ admitted, refused, failed }) =>
      admitted.map((count, at) => count + (refused[at] ?? 0) + (failed[at] ?? 0)),
    ),
  )
  const markers = history.markers(span)
  const canvases = useRef(new Set<PlotCanvas>())
  const height = laneHeight(names.length, useWindowHeight())
  const scenario = room.scenarios.scenario.value
  const run = chosen === RUN ? scenario : undefined
  // Of a key that was removed with its run.
  const limitOf = (name: string): number | undefined =>
    scenario && ownRun?.keys.includes(name) ? perMinuteOf(scenario.plan) : undefined
  const noRequests = room.traffic.lines.value.some(({ kind }) => kind === 'exchange')
    ? `No requests in the last ${lengthOf(span)} of the mock’s clock.`
    : `No requests yet. ${room.proxied.value ? 'S' : 'Run two clients above, or s'}end requests yourself.`

  return (
    <section class="panel plot" aria-labelledby="plot-title">
      <div class="panel-head">
        <h2 id="plot-title">Requests over time</h2>
        <Chips chosen={chosen} active={active} onChoose={choose} />
        {names.length > 0 && (
          <SavePicture
            name={pictureName(room.world.value, run, span.end * 1000)}
            canvases={canvases.current}
          />
        )}
      </div>
      <p class="hint">
        {active.length === 0
          ? noRequests
          : `${outcomesOf(all)} in ${chosen === RUN ? '' : 'the last '}${lengthOf(span)} of the mock’s clock. Each bar covers ${figure(span.width)} s.`}
        {history.mayMiss(span) &&
          ` Older requests are not counted: the journal stores the newest ${figure(MOST_LINES)}.`}
        {active.length > names.length && !isOne && ` The ${names.length} busiest keys are shown.`}
      </p>
      {names.map((name, at) => {
        const lane = lanes[at]
        return (
          lane && (
            <LaneView
              key={name}
              name={keyNames.nameOf(name)}
              state={keys.get(name)}
              canvases={canvases.current}
              height={height}
              hasTime={at === names.length - 1}
              picture={{
                lane,
                span,
                markers,
                most,
                // Without limits, there is nothing of which something could be left.
                limit: lane.limitsOff.every(Boolean)
                  ? 0
                  : (keys.get(name)?.windows.minute.limit ?? limitOf(name) ?? mostLeft(lane)),
              }}
            />
          )
        )
      })}
    </section>
  )
}

/**
 * Until when the quota of a key is shown, Unix seconds: to the end of the client of a run, in whichever view; if the key was
 * removed, at a time that is not known, to its last request; `undefined` for the end of the span.
 */
function quotaEnd(key: string, run: PlottedRun | undefined, exists: boolean): number | undefined {
  const end = run?.ends.get(key)
  if (end !== undefined) return Math.floor(end / 1000)
  return exists ? undefined : -Infinity
}

/** The height of each of some lanes: they share half of what a window is higher than a low one, and leave the rest to the traffic. */
function laneHeight(lanes: number, room: number): number {
  const more = Math.max(0, room - LOW_WINDOW) / 2 / Math.max(1, lanes)
  return Math.min(HIGHEST_LANE, Math.floor((HEIGHTS[lanes] ?? 0) + more))
}

interface SaveProps {
  readonly name: string
  readonly canvases: ReadonlySet<PlotCanvas>
}

/** Saves the plot as it is shown, for slides and reports. */
function SavePicture({ name, canvases }: SaveProps) {
  const save = async (plot: Element): Promise<void> => {
    const drawWith = (factor: number) => Promise.all([...canvases].map((canvas) => canvas.zoom(factor)))
    await drawWith(zoomForPicture())
    pictureOf(plot).toBlob((content) => {
      if (content) download(name, content)
    })
    await drawWith(1)
  }
  return (
    <button
      type="button"
      class="save"
      onClick={({ currentTarget }) => {
        const plot = currentTarget.closest('.plot')
        if (plot) void save(plot)
      }}
    >
      Save as picture
    </button>
  )
}

interface ChipsProps {
  readonly chosen: string
  readonly active: readonly string[]
  readonly onChoose: (what: string) => void
}

/** What the plot can show: the run of this page, if there is one, all keys, or one of them. */
function Chips({ chosen, active, onChoose }: ChipsProps) {
  const { traffic } = useRoom()
  const run = useRun()
  const several = [...(run ? [RUN] : []), ALL]
  const one = [...new Set([...active, ...(several.includes(chosen) ? [] : [chosen])])]
  const nameOf = (what: string): string =>
    what === RUN ? 'This run' : what === ALL ? 'All keys' : traffic.keyNames.nameOf(what)
  return (
    <div class="chips" role="group" aria-label="Whose requests">
      {[...several, ...namesInOrder(one.slice(0, MOST_CHIPS), run?.keys ?? [])].map((what) => (
        <button
          key={what}
          type="button"
          class="chip"
          aria-pressed={chosen === what}
          onClick={() => {
            onChoose(what)
          }}
        >
          {nameOf(what)}
        </button>
      ))}
    </div>
  )
}

/** The length of a span: seconds up to two minutes, then minutes. */
function lengthOf({ starts, width }: Span): string {
  const seconds = starts.length * width
  return seconds < 120 ? `${seconds} s` : `${figure(Math.round(seconds / 60))} minutes`
}

interface LaneProps {
  /** Those of all lanes, to which this one adds its own. */
  readonly canvases: Set<PlotCanvas>
  readonly name: string
  /** `undefined` if the key no longer exists. */
  readonly state: KeyState | undefined
  readonly height: number
  readonly hasTime: boolean
  readonly picture: LanePicture
}

function LaneView({ name, canvases, state, height, hasTime, picture }: LaneProps) {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<PlotCanvas | undefined>(undefined)
  const isDark = useDarkness()
  // Before the frame is drawn: after it, the canvas would need a frame of its own.
  useLayoutEffect(() => {
    if (!place.current) return undefined
    const drawn = new PlotCanvas(place.current, height, hasTime)
    canvas.current = drawn
    canvases.add(drawn)
    return () => {
      canvases.delete(drawn)
      drawn.remove()
    }
  }, [canvases, height, hasTime, isDark])
  useLayoutEffect(() => {
    canvas.current?.show(picture)
  })
  const { starts, width } = picture.span
  const [from, to] = [starts[0] ?? 0, (starts.at(-1) ?? 0) + width].map(minuteOf)
  const admitted = total([picture.lane], 'admitted')
  const refused = total([picture.lane], 'refused')
  const failed = total([picture.lane], 'failed')
  // Where the line ends: all that is known of a key that was removed. One that exists may have more by now, as its card says.
  const lastLeft = picture.lane.left.findLast((left) => left !== null) ?? undefined
  return (
    <figure class="lane">
      <figcaption>
        <b>{name}</b>
        <span class="swatch admitted">{figure(admitted)} served</span>
        <span class="swatch bad">{figure(refused)} over the limit</span>
        {failed > 0 && <span class="swatch failed">{counted(failed, 'other error')}</span>}
        {state ? (
          <QuotaCaption state={state} />
        ) : (
          lastLeft !== undefined && <span class="swatch left">{figure(lastLeft)} left in the minute</span>
        )}
      </figcaption>
      <div ref={place} role="img" aria-label={`${name}, ${from} to ${to}: ${outcomesOf([picture.lane])}.`} />
    </figure>
  )
}

/** What a key may still send, in the words of its card. */
function QuotaCaption({ state }: { readonly state: KeyState }) {
  const room = useRoom()
  const time = room.time.value ?? 0
  if (room.current.value?.limits === false) return <span class="limits-off">limits off</span>
  const ban = bannedFor(state, time)
  if (ban > 0) return <span class="swatch banned">banned, {countdown(ban)} left</span>
  const { left } = windowQuotaAt(state.windows.minute, time)
  return <span class="swatch left">{figure(left)} left in the minute</span>
}

/** What became of requests: nothing of other errors where there are none. */
function outcomesOf(lanes: readonly History[]): string {
  const [served, refused, failed] = [
    total(lanes, 'admitted'),
    total(lanes, 'refused'),
    total(lanes, 'failed'),
  ]
  const over = `${figure(refused)} over the limit`
  return failed === 0
    ? `${figure(served)} served and ${over}`
    : `${figure(served)} served, ${over} and ${counted(failed, 'other error')}`
}

function total(lanes: readonly History[], what: Outcome): number {
  return sum(lanes.map((lane) => sum(lane[what])))
}

function minuteOf(second: number): string {
  return timeOfDay(second * 1000).slice(0, 5)
}

function mostLeft({ left }: History): number {
  return Math.max(0, ...left.map((one) => one ?? 0))
}
