import type { Scenario } from '../../mock/scenarios/scenario.ts'
import type { Environment } from '../environment/environment.ts'
import type { Paint } from '../environment/paint.ts'
import { Lane } from './lane.ts'
import { picture } from './picture.ts'
import type { Audience } from './plain-lines.ts'

/** The output and the timers of a live chart. */
export interface Easel extends Pick<Environment, 'stdout' | 'after'> {
  /** The width of the terminal, which may change. */
  readonly columns: () => number
  /** The height of the terminal, which may change. */
  readonly rows: () => number
  readonly paint: Paint
  /** Milliseconds, from any start. */
  readonly now: () => number
}

const FRAME_MS = 100

// Without a cursor to blink, and with long lines cut rather than wrapped; both only while a picture is drawn.
const BEFORE = '\u001b[?25l\u001b[?7l'
const AFTER = '\u001b[?7h\u001b[?25h'
const CLEAR_LINE = '\u001b[K'
const CLEAR_BELOW = '\u001b[J'

/** Draws the charts of a scenario into a terminal, each picture over the one before. */
export function liveChart(scenario: Scenario, easel: Easel): Audience {
  const { stdout, after, paint, now } = easel
  let lanes: Lane[] = []
  let start = 0
  let latest = { at: 0, heard: 0 }
  let drawn = 0
  let isBehind = false

  const draw = (): void => {
    if (lanes.length === 0 || isBehind) return
    const time = latest.at + (now() - latest.heard) * scenario.speed
    const whole = picture(lanes, scenario, { start, now: time }, easel.columns(), paint)
    // Of a higher picture, the first lines would scroll out of reach.
    const lines = whole.slice(0, Math.max(1, easel.rows() - 1))
    const up = drawn === 0 ? '' : `\u001b[${drawn}F`
    const text = lines.map((each) => `${each}${CLEAR_LINE}\n`).join('')
    drawn = lines.length
    isBehind = !stdout.write(BEFORE + up + text + CLEAR_BELOW + AFTER)
    if (isBehind) stdout.once('drain', () => (isBehind = false))
  }
  const again = (): (() => void) =>
    after(FRAME_MS, () => {
      draw()
      cancel = again()
    })
  let cancel = again()

  return {
    publish: (event) => {
      if (lanes.length === 0) {
        start = event.at
        lanes = scenario.clients.map((client) => new Lane(client, start))
      }
      latest = { at: event.at, heard: now() }
      lanes.find(({ client }) => client.id === event.client)?.note(event)
    },
    close: () => {
      cancel()
      isBehind = false
      draw()
    },
  }
}
