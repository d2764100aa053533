import { useRef } from 'preact/hooks'
import { perMinuteOf } from '../../../scenarios/scenario.ts'
import type { Lane as History, Span } from '../state/history.ts'
import { namesInOrder } from '../state/key-order.ts'
import type { PlottedRun } from '../state/scenario-run.ts'
import { MOST_LINES } from '../state/traffic.ts'
import { download } from './download.ts'
import type { PlotCanvas } from './plot-canvas.ts'
import { Chips } from './plot-chips.tsx'
import { LaneView, outcomesOf } from './plot-lane.tsx'
import { pictureOf, zoomForPicture } from './plot-picture.ts'
import { ALL, RUN, useShown } from './plot-shown.ts'
import { useRoom } from './use-room.ts'
import { useWindowHeight } from './use-window.ts'
import { figure, pictureName } from './words.ts'

const MOST_LANES = 4
/** The height of a lane in pixels, by the number of lanes, in a window in which all of a run has just room. */
const HEIGHTS = [228, 228, 89, 82, 76]
const LOW_WINDOW = 720
const HIGHEST_LANE = 228

/** The requests of the last minutes, or of a run, with a lane for each key: what became of them, quota and bans. */
export function Plot() {
  const room = useRoom()
  const shown = useShown()
  const { chosen, span, keys: active, run: ownRun } = shown
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
  const noRequests = shown.hides
    ? 'All keys with requests were removed, and are hidden.'
    : room.traffic.lines.value.some(({ kind }) => kind === 'exchange')
      ? `No requests in the last ${lengthOf(span)} of the mock’s clock.`
      : `No requests yet. ${room.proxied.value ? 'S' : 'Run two clients above, or s'}end requests yourself.`

  return (
    <section class="panel plot" aria-labelledby="plot-title">
      <div class="panel-head">
        <h2 id="plot-title">Requests over time</h2>
        <Chips shown={shown} />
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
              lastUsed={shown.removed.has(name) ? history.lastRequest(name) : undefined}
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

/** The length of a span: seconds up to two minutes, then minutes. */
function lengthOf({ starts, width }: Span): string {
  const seconds = starts.length * width
  return seconds < 120 ? `${seconds} s` : `${figure(Math.round(seconds / 60))} minutes`
}

function mostLeft({ left }: History): number {
  return Math.max(0, ...left.map((one) => one ?? 0))
}
