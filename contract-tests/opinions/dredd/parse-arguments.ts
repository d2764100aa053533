import { parseArgs } from 'node:util'
import { CannotRun } from './cannot-run.ts'

/** What the command line asks for. */
export interface DreddArguments {
  /** Without a slash at its end; `undefined` for a mock of our own. */
  readonly baseUrl: string | undefined
  readonly key: string | undefined
  readonly exhaust: boolean
  readonly help: boolean
}

/** Reads the command line; rejects with CannotRun, in one line, what cannot be meant. */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DreddArguments {
  const { values, positionals } = parse(args)
  const [baseUrl, ...others] = positionals
  if (others.length > 0) throw new CannotRun(`one base address at most, not ${positionals.length}`)
  const name = values['api-key-env']
  const key = name === undefined ? undefined : env[name]
  if (name !== undefined && !key) throw new CannotRun(`the environment has no ${name}`)
  return {
    baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    key,
    exhaust: values.exhaust,
    help: values.help,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'api-key-env': { type: 'string' },
        exhaust: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new CannotRun(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new CannotRun(`${text} is no http or https address`)
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/v1'))
    throw new CannotRun(`a base address ends with /v1: ${url.origin}${path}/v1 perhaps`)
  // Without a name and a password that may stand in it, and would show in reports.
  return url.origin + path
}
