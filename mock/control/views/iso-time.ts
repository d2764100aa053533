// The range of Date (ECMAScript, Time Values and Time Range): a ban may end, or a fault heal, after the end of time.
const LATEST = 8.64e15

/** Unix milliseconds as they go over the wire; null for a time that there is none of. */
export function isoTime(time: number): string
export function isoTime(time: number | undefined): string | null
export function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(Math.min(time, LATEST)).toISOString()
}
