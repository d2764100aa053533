import { parseArgs } from 'node:util'

/** The bench cannot run, for a reason that its user can mend. The message is the one line to show. */
export class CannotRun extends Error {}

export interface Settings {
  quick: boolean
  seconds: number
  warmUpSeconds: number
  rounds: number
  starts: number
  clusterRounds: number
  /** Only the mocks on a Redis, without the peers. */
  clusterOnly: boolean
  jsonFile?: string
}

const usage = 'usage: npm run lab -- bench [--seconds N] [--quick] [--cluster] [--json FILE]'

const full = { quick: false, seconds: 1, warmUpSeconds: 3, rounds: 7, starts: 9, clusterRounds: 3 }
const quick = { quick: true, seconds: 1, warmUpSeconds: 0, rounds: 1, starts: 1, clusterRounds: 1 }

export function readSettings(args: string[]): Settings {
  const values = readFlags(args)
  const settings = values.quick === true ? quick : full
  const seconds = Number(values.seconds ?? settings.seconds)
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new CannotRun(`--seconds must be a whole number from 1, not "${values.seconds}"; ${usage}`)
  }
  const clusterOnly = values.cluster === true
  return {
    ...settings,
    seconds,
    clusterOnly,
    ...(values.json === undefined ? {} : { jsonFile: values.json }),
  }
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        seconds: { type: 'string' },
        quick: { type: 'boolean' },
        cluster: { type: 'boolean' },
        json: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : String(error)}; ${usage}`)
  }
}
