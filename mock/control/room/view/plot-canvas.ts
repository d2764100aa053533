import uPlot from 'uplot'
import { SPAN, type Columns, type Mark } from '../state/history.ts'

/** The names of the colours of the lines, in their order. */
export const LINES = ['line-1', 'line-2', 'line-3', 'line-4'] as const

const HEIGHT = 280
// Below this width, in pixels, there is no room for the names of the axes.
const NARROW = 480
// uPlot names its sides only for compilers that put the numbers in.
const RIGHT: object = { side: 1 }
// Above the highest bar there is room for what is written over the marks.
const HEADROOM = 1.25

/** Bars of requests, admitted ones with refused ones on top, and a line for what each of some keys had left. */
export class PlotCanvas {
  readonly #plot: uPlot
  readonly #watch: ResizeObserver
  #marks: readonly Mark[] = []

  constructor(place: HTMLElement, lines: readonly string[]) {
    const colour = coloursOf(place)
    this.#plot = new uPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false },
          requests: { range: (_plot, _least, most) => [0, Math.max(4, most * HEADROOM)] },
          left: { range: (_plot, _least, most) => [0, Math.max(10, most * HEADROOM)] },
        },
        axes: axes(colour, place.clientWidth < NARROW),
        series: [
          {},
          { ...bars(colour('bad')), label: 'refused' },
          { ...bars(colour('admitted')), label: 'admitted' },
          ...lines.map((label, at) => ({
            label,
            scale: 'left',
            stroke: colour(LINES[at] ?? LINES[0]),
            width: 2.5,
            spanGaps: true,
            points: { show: false },
            ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
          })),
        ],
        hooks: {
          draw: [
            (plot) => {
              drawMarks(plot, this.#marks, colour)
            },
          ],
        },
      },
      undefined,
      place,
    )
    this.#watch = new ResizeObserver(() => {
      this.#plot.setSize({ width: place.clientWidth, height: HEIGHT })
    })
    this.#watch.observe(place)
  }

  show({ seconds, admitted, refused, left }: Columns, marks: readonly Mark[]): void {
    this.#marks = marks
    // The lower bar is drawn over the whole one.
    const both = admitted.map((count, at) => count + (refused[at] ?? 0))
    this.#plot.setData([seconds, both, admitted, ...left])
  }

  remove(): void {
    this.#watch.disconnect()
    this.#plot.destroy()
  }
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

function axes(colour: Colour, isNarrow: boolean): uPlot.Axis[] {
  const quiet = colour('quiet')
  const grid = { stroke: colour('line'), width: 1 }
  const common: uPlot.Axis = {
    stroke: quiet,
    font: '13px system-ui',
    labelFont: '13px system-ui',
    labelSize: 22,
    size: isNarrow ? 40 : 50,
  }
  const whole = (_plot: uPlot, values: number[]): string[] =>
    values.map((value) => (Number.isInteger(value) ? value.toLocaleString('en') : ''))
  return [
    {
      ...common,
      size: 30,
      grid: { show: false },
      ticks: { show: false },
      splits: (plot) => {
        const last = plot.data[0].at(-1) ?? 0
        return Array.from({ length: 4 }, (_, at) => last - SPAN + 1 + (at * SPAN) / 3)
      },
      values: (_plot, splits) =>
        splits.map((_split, at) => (at === 3 ? 'now' : `${Math.round(SPAN * (1 - at / 3))} s ago`)),
    },
    {
      ...common,
      scale: 'requests',
      ...(!isNarrow && { label: 'requests each second' }),
      grid,
      ticks: { show: false },
      values: whole,
    },
    Object.assign<uPlot.Axis, object>(
      {
        ...common,
        scale: 'left',
        ...(!isNarrow && { label: 'left in the minute' }),
        grid: { show: false },
        ticks: { show: false },
        values: whole,
      },
      RIGHT,
    ),
  ]
}

/** A dashed line where something was done to the world, with words on it where they fit. */
function drawMarks(plot: uPlot, marks: readonly Mark[], colour: Colour): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour('quiet')
  ctx.font = `${12 * ratio}px system-ui`
  ctx.setLineDash([4 * ratio, 4 * ratio])
  const right = bbox.left + bbox.width
  const lines = marks
    .map(({ at, label }) => ({ x: plot.valToPos(at, 'x', true), label }))
    .filter(({ x }) => x >= bbox.left && x <= right)
  const gap = 5 * ratio
  let taken = bbox.left
  for (const [at, { x, label }] of lines.entries()) {
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const { width } = ctx.measureText(label)
    const isRoom = x + gap + width + gap <= (lines[at + 1]?.x ?? right)
    const start = isRoom ? x + gap : x - gap - width
    const fits = start - gap > taken
    if (fits) {
      ctx.fillStyle = colour('panel')
      ctx.fillRect(start, bbox.top, width, 16 * ratio)
      ctx.fillStyle = colour('text')
      ctx.fillText(label, start, bbox.top + 12 * ratio)
    }
    taken = fits ? Math.max(x, start + width) : x
  }
  ctx.restore()
}
