/** How the time of a scenario is laid out in the columns of a chart. */
export interface Scale {
  readonly columns: number
  readonly secondsPerColumn: number
}

const STEPS = [1, 2, 3, 5, 10, 15, 20, 30, 60]
// Room for two minutes from the beginning on, so that the first ones are not redrawn again and again.
const SHORTEST = 120

/** The finest scale at which so many seconds fit into so many columns. */
export function scaleFor(seconds: number, columns: number): Scale {
  const span = Math.max(SHORTEST, seconds)
  const secondsPerColumn = STEPS.find((step) => step * columns >= span) ?? Math.ceil(span / columns)
  return { columns, secondsPerColumn }
}
