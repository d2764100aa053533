import { figure } from '../../../../spec/wording.ts'
import type { Scenario } from '../../../scenarios/scenario.ts'

export { figure }

/** A duration as a countdown: `45 s`, `2:05`, `3 h 12 min`, `2 d 4 h`. It shows `1 s` until it is over. */
export function countdown(milliseconds: number): string {
  // Rounded down, because times are read in whole seconds: rounded up, a ban of 60 s would start with 61.
  const seconds = milliseconds > 0 ? Math.max(1, Math.floor(milliseconds / 1000)) : 0
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${figure(Math.floor(hours / 24))} d ${hours % 24} h`
}

/** A sentence in which no line ends between a figure and its unit. */
export function unbroken(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=(?:ms|s|min|h|d)\b)/g, '\u{A0}')
}

/** The day of a time in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The time of day in UTC. */
export function timeOfDay(time: number): string {
  return new Date(time).toISOString().slice(11, 19)
}

/** The name of the file of a picture of the plot: the world, the run or all requests, and the world's time, which no file system refuses. */
export function pictureName(
  world: string,
  run: Pick<Scenario, 'clients' | 'plan'> | undefined,
  time: number,
): string {
  const what = run === undefined ? 'requests' : [...run.clients, run.plan].join('-')
  return `${world}.${what}.${dayOf(time)}T${timeOfDay(time).replaceAll(':', '-')}Z.png`
}
