import uPlot from 'uplot'
import type { Lane, Mark, Span } from '../state/history.ts'
import { timeOfDay } from './words.ts'

// Below this width, in pixels, there is no room for the names of the axes.
const NARROW = 480
const AXIS_HEIGHT = 24
// uPlot names its sides only for compilers that put the numbers in.
const RIGHT: object = { side: 1 }
const MOST_LABELS = 7

/** What a lane shows, and the scales that it shares with the others. */
export interface LanePicture {
  readonly lane: Lane
  readonly span: Span
  readonly marks: readonly Mark[]
  /** The most requests of a column, in any lane. */
  readonly most: number
  /** What the key has at most left in a minute; 0 where nothing is known of it. */
  readonly limit: number
}

/** One lane: bars of requests, admitted ones with refused ones on top, what was left as a line, bans as a ground. */
export class PlotCanvas {
  readonly #plot: uPlot
  readonly #watch: ResizeObserver
  #picture: LanePicture | undefined

  /** `hasTime` where the time stands below it. */
  constructor(place: HTMLElement, height: number, hasTime: boolean) {
    const colour = coloursOf(place)
    const size = () => ({ width: place.clientWidth, height: height + (hasTime ? AXIS_HEIGHT : 0) })
    this.#plot = new uPlot(
      {
        ...size(),
        padding: [8, null, hasTime ? null : 8, null],
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => rangeOf(this.#picture?.span) },
          requests: { range: () => [0, Math.max(4, this.#picture?.most ?? 0)] },
          left: { range: () => [0, Math.max(1, this.#picture?.limit ?? 0)] },
        },
        axes: axes(colour, place.clientWidth < NARROW, hasTime, () => (this.#picture?.limit ?? 0) > 0),
        series: [
          {},
          { ...bars(colour('bad')), label: 'refused' },
          { ...bars(colour('admitted')), label: 'admitted' },
          {
            label: 'left',
            scale: 'left',
            stroke: colour('left'),
            width: 2,
            spanGaps: true,
            points: { show: false },
            ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
          },
        ],
        hooks: {
          drawClear: [
            (plot) => {
              drawBans(plot, this.#picture, colour)
            },
          ],
          draw: [
            (plot) => {
              drawMarks(plot, this.#picture?.marks ?? [], colour)
            },
          ],
        },
      },
      undefined,
      place,
    )
    this.#watch = new ResizeObserver(() => {
      this.#plot.setSize(size())
    })
    this.#watch.observe(place)
  }

  show(picture: LanePicture): void {
    this.#picture = picture
    const { lane, span } = picture
    // The lower bar is drawn over the whole one.
    const both = lane.admitted.map((count, at) => count + (lane.refused[at] ?? 0))
    this.#plot.setData([[...span.starts], both, [...lane.admitted], [...lane.left]])
  }

  remove(): void {
    this.#watch.disconnect()
    this.#plot.destroy()
  }
}

function rangeOf(span: Span | undefined): [number, number] {
  return [span?.starts[0] ?? 0, (span?.starts.at(-1) ?? 0) + (span?.width ?? 1)]
}

type Colour = (name: string) => string

// A custom property that depends on the scheme is not resolved, but the colour of an element is.
function coloursOf(place: HTMLElement): Colour {
  return (name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(--${name})`
    place.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

function bars(fill: string): uPlot.Series {
  return {
    scale: 'requests',
    fill,
    width: 0,
    points: { show: false },
    ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.8, 40], align: 1 }) }),
  }
}

function axes(colour: Colour, isNarrow: boolean, hasTime: boolean, hasLeft: () => boolean): uPlot.Axis[] {
  const grid = { stroke: colour('line'), width: 1 }
  const common: uPlot.Axis = {
    stroke: colour('quiet'),
    font: '12px system-ui',
    size: isNarrow ? 32 : 40,
    ticks: { show: false },
    space: 28,
  }
  const whole = (_plot: uPlot, values: number[]): string[] =>
    values.map((value) => (Number.isInteger(value) ? value.toLocaleString('en') : ''))
  return [
    {
      ...common,
      size: hasTime ? AXIS_HEIGHT : 0,
      grid,
      splits: (plot) => fullMinutes(plot.scales['x']?.min ?? 0, plot.scales['x']?.max ?? 0),
      values: (_plot, splits) =>
        hasTime ? splits.map((split) => timeOfDay(split * 1000).slice(0, 5)) : splits.map(() => ''),
    },
    { ...common, scale: 'requests', grid, values: whole },
    Object.assign<uPlot.Axis, object>(
      {
        ...common,
        scale: 'left',
        grid: { show: false },
        values: (plot: uPlot, values: number[]) => (hasLeft() ? whole(plot, values) : values.map(() => '')),
      },
      RIGHT,
    ),
  ]
}

/** Full minutes of a span, at which windows begin; not every one where there are many. Unix seconds. */
function fullMinutes(from: number, to: number): number[] {
  const step = 60 * Math.ceil((to - from) / 60 / MOST_LABELS)
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

/** A ground where the key was banned. */
function drawBans(plot: uPlot, picture: LanePicture | undefined, colour: Colour): void {
  if (!picture) return
  const { ctx, bbox } = plot
  const { lane, span } = picture
  ctx.save()
  for (const [at, start] of span.starts.entries()) {
    if (lane.banned[at] !== true) continue
    const left = plot.valToPos(start, 'x', true)
    ctx.fillStyle = colour('bad-soft')
    ctx.fillRect(left, bbox.top, plot.valToPos(start + span.width, 'x', true) - left, bbox.height)
    if (lane.banned[at - 1] === true) continue
    ctx.fillStyle = colour('bad')
    ctx.font = `${12 * devicePixelRatio}px system-ui`
    ctx.fillText('banned', left + 4 * devicePixelRatio, bbox.top + 12 * devicePixelRatio)
  }
  ctx.restore()
}

/** A dashed line where something was done to the world, with words on it where they fit. */
function drawMarks(plot: uPlot, marks: readonly Mark[], colour: Colour): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour('quiet')
  ctx.fillStyle = colour('text')
  ctx.font = `${12 * ratio}px system-ui`
  ctx.setLineDash([4 * ratio, 4 * ratio])
  let taken = bbox.left
  for (const { at, label } of marks) {
    const x = plot.valToPos(at, 'x', true)
    if (x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const start = x - 5 * ratio - ctx.measureText(label).width
    if (start > taken) ctx.fillText(label, start, bbox.top + 12 * ratio)
    taken = x
  }
  ctx.restore()
}
