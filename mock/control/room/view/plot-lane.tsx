import { useLayoutEffect, useRef } from 'preact/hooks'
import { counted } from '../../../../spec/wording.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { sum, type Lane as History, type Outcome } from '../state/history.ts'
import { saysRemoved } from '../state/key-names.ts'
import { bannedFor, windowQuotaAt } from '../state/world-time.ts'
import { type LanePicture, PlotCanvas } from './plot-canvas.ts'
import { useRoom } from './use-room.ts'
import { useDarkness } from './use-window.ts'
import { countdown, figure, timeOfDay } from './words.ts'

interface LaneProps {
  /** Those of all lanes, to which this one adds its own. */
  readonly canvases: Set<PlotCanvas>
  readonly name: string
  /** `undefined` if the key no longer exists. */
  readonly state: KeyState | undefined
  /** The last request of a key that was removed, Unix seconds: one run's key differs from another's in little else. */
  readonly lastUsed: number | undefined
  readonly height: number
  readonly hasTime: boolean
  readonly picture: LanePicture
}

/** One key: what became of its requests in words, and the picture of them. */
export function LaneView({ name, lastUsed, canvases, state, height, hasTime, picture }: LaneProps) {
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
        {lastUsed !== undefined && (
          <span class="quiet">
            {saysRemoved(name) ? '' : 'removed, '}last used {timeOfDay(lastUsed * 1000)}
          </span>
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
  if (room.current.value?.limits === false) return <span class="quiet">limits off</span>
  const ban = bannedFor(state, time)
  if (ban > 0) return <span class="swatch banned">banned, {countdown(ban)} left</span>
  const { left } = windowQuotaAt(state.windows.minute, time)
  return <span class="swatch left">{figure(left)} left in the minute</span>
}

/** What became of requests: nothing of other errors where there are none. */
export function outcomesOf(lanes: readonly History[]): string {
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
