const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** A whole number as people read it: `1,000`. */
export function figure(count: number): string {
  // toLocaleString would take a quarter of the time of an exchange, each of which tells some count.
  return String(count).replace(THOUSANDS, ',')
}

/** `1 clause`, `2 clauses`, `1,000 requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${figure(count)} ${count === 1 ? noun : plural}`
}
