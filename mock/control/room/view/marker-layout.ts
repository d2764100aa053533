/** A marker at a place along the time axis. Lengths in pixels of the canvas. */
interface PlacedMarker {
  readonly x: number
  readonly label: string
}

/** A line of one or more markers, with their label in a row at its top. */
export interface MarkerLine {
  readonly x: number
  readonly label: string
  /** Where the label begins and ends, with the space beside it. */
  readonly from: number
  readonly to: number
  readonly textAt: number
  readonly row: number
}

/** How many rows of labels there are. */
export const LABEL_ROWS = 3
/** The space between a line and its label. */
const GAP = 4
/** Lines that are nearer than this would read as one. */
const NEAR = 8

/**
 * The lines of markers between their labels. Markers that are near share a line, and equal labels that would overlap the first
 * one's. At `end`, the right edge, a label stands to the left of its line. `unit` is the length of a pixel of the page.
 */
export function markerLines(
  markers: readonly PlacedMarker[],
  widthOf: (label: string) => number,
  end: number,
  unit: number,
): MarkerLine[] {
  const lines: MarkerLine[] = []
  for (const { x, label } of shared(markers, unit)) {
    const width = widthOf(label) + GAP * unit
    const from = x + width > end ? x - width - GAP * unit : x
    const to = from + width + GAP * unit
    const near = lines.filter((other) => other.to > from)
    if (x > end || near.some((other) => other.label === label)) continue
    const row = Array.from({ length: LABEL_ROWS }, (_, at) => at).find((one) =>
      near.every((other) => other.row !== one),
    )
    if (row !== undefined) lines.push({ x, label, from, to, textAt: from + GAP * unit, row })
  }
  return lines
}

/** Near markers as one at the first of them, with all their labels. */
function shared(markers: readonly PlacedMarker[], unit: number): PlacedMarker[] {
  const groups: { readonly x: number; readonly labels: string[] }[] = []
  for (const { x, label } of markers.toSorted((one, other) => one.x - other.x)) {
    const last = groups.at(-1)
    if (!last || x - last.x >= NEAR * unit) groups.push({ x, labels: [label] })
    else if (!last.labels.includes(label)) last.labels.push(label)
  }
  return groups.map(({ x, labels }) => ({ x, label: labels.join(', ') }))
}

/** Whether a line would cross a label in a row. */
export function isCrossed({ x }: MarkerLine, lines: readonly MarkerLine[], row: number): boolean {
  return lines.some((other) => other.row === row && other.from < x && x < other.to)
}
