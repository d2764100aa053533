import uPlot from 'uplot'
import type { Lane, Marker, Span } from '../state/history.ts'
import { isCrossed, LABEL_ROWS, markerLines } from './marker-layout.ts'
import { timeOfDay } from './words.ts'

// As wide as `6,000`: axes of one width keep the lanes of all keys under one another.
const AXIS_WIDTH = 40
const AXIS_HEIGHT = 24
// uPlot declares its sides as a const enum, which cannot be imported here.
const RIGHT: object = { side: 1 }
const MOST_LABELS = 7
/** A label with seconds and the space beside it, in pixels. */
const LABEL_WIDTH = 64
/** A unit, and below it half of a figure at the upper edge. */
const UNIT_HEIGHT = 20
/** Above such a figure. */
const UNIT_BASELINE = 13
/** Below a lane without a time axis. */
const GAP = 8
/** The height of a row of labels of markers. */
const LABEL_HEIGHT = 13
/** Steps between labels of the time axis, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60]
// Space for labels above the highest bar.
const HEADROOM = 1.3
/** The least distance of figures beside an axis, in pixels, and that in a lane with little room, so that it has a second one. */
const SPACE = 28
const LEAST_SPACE = 18
/** A lane with little room, in pixels. */
const LOW = 2 * SPACE

/** The data of a lane, and the scales that it shares with the others. */
export interface LanePicture {
  readonly lane: Lane
  readonly span: Span
  readonly markers: readonly Marker[]
  /** The most requests of a column, in any lane. */
  readonly most: number
  /** The minute limit of the key; 0 if it is unknown. */
  readonly limit: number
}

/** One lane: bars of admitted requests with refused ones on top, and failed ones above them, the quota as a line, bans as a background. */
export class PlotCanvas {
  readonly #plot: uPlot
  readonly #size: () => { readonly width: number; readonly height: number }
  readonly #watch: ResizeObserver
  #picture: LanePicture | undefined
  /** How many pixels of the canvas there are for one of the screen, in each direction. */
  #zoom = 1

  /** `hasTime`: the lane has a time axis, below bars that are as high as those of a lane without one. */
  constructor(place: HTMLElement, height: number, hasTime: boolean) {
    const colour = coloursOf(place)
    const room = height - UNIT_HEIGHT - GAP
    // At least one label stands above the bars.
    const headroom = Math.max(HEADROOM, room / (room - LABEL_HEIGHT))
    this.#size = () => ({ width: place.clientWidth, height: height + (hasTime ? AXIS_HEIGHT - GAP : 0) })
    this.#plot = new uPlot(
      {
        ...this.#size(),
        // The units of the axes stand above them.
        padding: [UNIT_HEIGHT, null, hasTime ? null : GAP, null],
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => rangeOf(this.#picture?.span) },
          requests: { range: () => [0, Math.max(4, this.#picture?.most ?? 0) * headroom] },
          left: { range: () => [0, Math.max(1, this.#picture?.limit ?? 0) * headroom] },
        },
        axes: axes(colour, hasTime, () => (this.#picture?.limit ?? 0) > 0),
        series: [
          {},
          // Hollow, so that no colour is needed to see which it is.
          { ...bars(colour('panel')), stroke: colour('quiet'), width: 1, label: 'failed' },
          { ...bars(colour('bad')), label: 'refused' },
          { ...bars(colour('admitted')), label: 'admitted' },
          {
            label: 'left',
            scale: 'left',
            stroke: colour('left'),
            width: 2,
            points: { show: false },
            ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
          },
        ],
        hooks: {
          // Here the canvas has its size, and nothing is drawn on it yet.
          setSize: [
            (plot) => {
              enlargeCanvas(plot, this.#zoom)
            },
          ],
          drawClear: [
            (plot) => {
              if (this.#picture) drawBans(plot, this.#picture, colour)
            },
          ],
          draw: [
            (plot) => {
              if (!this.#picture) return
              drawMarkers(plot, [...this.#picture.markers, ...banMarkers(this.#picture)], colour)
              drawUnits(plot, this.#picture, colour)
            },
          ],
        },
      },
      undefined,
      place,
    )
    this.#watch = new ResizeObserver(() => {
      this.#plot.setSize(this.#size())
    })
    this.#watch.observe(place)
  }

  show(picture: LanePicture): void {
    this.#picture = picture
    const { lane, span } = picture
    // The bar of admitted requests is drawn over that of both, and this one over that of all.
    const both = lane.admitted.map((count, at) => count + (lane.refused[at] ?? 0))
    const all = lane.failed.map((count, at) => (count > 0 ? count + (both[at] ?? 0) : null))
    // A line ends at `null`, where no limit is in force, and goes on over `undefined`, where nothing was recorded.
    const left = lane.left.map((one, at) => one ?? (lane.limitsOff[at] === true ? null : undefined))
    this.#plot.setData([[...span.starts], all, both, [...lane.admitted], left])
  }

  /** Resolves when the lane is drawn with so many pixels for one of the screen; it looks the same on the page. */
  async zoom(factor: number): Promise<void> {
    if (factor === this.#zoom) return
    this.#zoom = factor
    // It draws in a microtask of its own, which comes before the end of this one.
    this.#plot.setSize(this.#size())
    await Promise.resolve()
  }

  remove(): void {
    this.#watch.disconnect()
    this.#plot.destroy()
  }
}

function enlargeCanvas({ ctx }: uPlot, zoom: number): void {
  if (zoom === 1) return
  ctx.canvas.width *= zoom
  ctx.canvas.height *= zoom
  ctx.scale(zoom, zoom)
}

function rangeOf(span: Span | undefined): [number, number] {
  return [span?.starts[0] ?? 0, (span?.starts.at(-1) ?? 0) + (span?.width ?? 1)]
}

type Colour = (name: string) => string

// Reads colours from an element: a custom property that depends on the colour scheme is not resolved. Each once, because reading it
// makes the browser compute the styles and the layout of the page.
function coloursOf(place: HTMLElement): Colour {
  const read = new Map<string, string>()
  const readColour = (name: string): string => {
    const probe = document.createElement('i')
    probe.style.color = `var(--${name})`
    place.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    read.set(name, color)
    return color
  }
  return (name) => read.get(name) ?? readColour(name)
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

function axes(colour: Colour, hasTime: boolean, hasLeft: () => boolean): uPlot.Axis[] {
  const grid = { stroke: colour('line'), width: 1 }
  const common: uPlot.Axis = {
    stroke: colour('quiet'),
    font: '12px system-ui',
    size: AXIS_WIDTH,
    ticks: { show: false },
    space: (_plot, _axis, _from, _to, length) => (length < LOW ? LEAST_SPACE : SPACE),
  }
  const whole = (_plot: uPlot, values: number[]): string[] =>
    values.map((value) => (Number.isInteger(value) ? value.toLocaleString('en') : ''))
  return [
    {
      ...common,
      size: hasTime ? AXIS_HEIGHT : 0,
      grid,
      splits: (plot) =>
        fullTimes(plot.scales['x']?.min ?? 0, plot.scales['x']?.max ?? 0, plot.bbox.width / devicePixelRatio),
      values: (_plot, splits) => (hasTime ? timeLabels(splits) : splits.map(() => '')),
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

/**
 * Times of a span that divide it evenly, as many as have room in so many pixels and at most `MOST_LABELS`; full minutes, at which
 * windows open, where it is long. Unix seconds.
 */
function fullTimes(from: number, to: number, width: number): number[] {
  const least = (to - from) / Math.min(MOST_LABELS, Math.max(1, Math.floor(width / LABEL_WIDTH)))
  const step = STEPS.find((one) => one >= least) ?? 60 * Math.ceil(least / 60)
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

/** A label of the time axis: with seconds, unless all labels are full minutes. */
function timeLabels(times: readonly number[]): string[] {
  const length = times.every((time) => time % 60 === 0) ? 5 : 8
  return times.map((time) => timeOfDay(time * 1000).slice(0, length))
}

/** Draws what each vertical axis counts. */
function drawUnits(plot: uPlot, { span, limit }: LanePicture, colour: Colour): void {
  const { ctx, bbox } = plot
  const y = bbox.top - UNIT_BASELINE * devicePixelRatio
  ctx.save()
  ctx.fillStyle = colour('quiet')
  ctx.font = `${11 * devicePixelRatio}px system-ui`
  ctx.fillText(
    span.width === 1 ? 'requests per second' : `requests per ${span.width} s`,
    2 * devicePixelRatio,
    y,
  )
  ctx.textAlign = 'right'
  if (limit > 0) ctx.fillText('left in the minute', (plot.width - 2) * devicePixelRatio, y)
  ctx.restore()
}

/** Draws a background where the key was banned. */
function drawBans(plot: uPlot, { lane, span }: LanePicture, colour: Colour): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.fillStyle = colour('bad-soft')
  for (const [at, start] of span.starts.entries()) {
    if (lane.banned[at] !== true) continue
    const left = plot.valToPos(start, 'x', true)
    ctx.fillRect(left, bbox.top, plot.valToPos(start + span.width, 'x', true) - left, bbox.height)
  }
  ctx.restore()
}

/** Markers at the start of bans. */
function banMarkers({ lane }: LanePicture): Marker[] {
  return lane.banStarts.map((at) => ({ at, label: 'banned' }))
}

/** Draws each marker as a dashed line with its label. */
function drawMarkers(plot: uPlot, markers: readonly Marker[], colour: Colour): void {
  const { ctx, bbox } = plot
  const unit = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour('quiet')
  ctx.fillStyle = colour('text')
  ctx.font = `${12 * unit}px system-ui`
  ctx.setLineDash([4 * unit, 4 * unit])
  const lines = markerLines(
    markers.map(({ at, label }) => ({ x: plot.valToPos(at, 'x', true), label })),
    (label) => ctx.measureText(label).width,
    bbox.left + bbox.width,
    unit,
  )
  const stroke = (x: number, from: number, to: number): void => {
    ctx.beginPath()
    ctx.moveTo(x, from)
    ctx.lineTo(x, to)
    ctx.stroke()
  }
  const topOf = (row: number): number => bbox.top + LABEL_HEIGHT * row * unit
  for (const line of lines) {
    for (let row = 0; row < LABEL_ROWS; row += 1)
      if (!isCrossed(line, lines, row)) stroke(line.x, topOf(row), topOf(row + 1))
    stroke(line.x, topOf(LABEL_ROWS), bbox.top + bbox.height)
  }
  // A label is legible on bars and lines too.
  ctx.setLineDash([])
  ctx.lineJoin = 'round'
  ctx.lineWidth = 4 * unit
  ctx.strokeStyle = colour('panel')
  for (const { label, textAt, row } of lines) {
    const y = topOf(row) + 11 * unit
    ctx.strokeText(label, textAt, y)
    ctx.fillText(label, textAt, y)
  }
  ctx.restore()
}
