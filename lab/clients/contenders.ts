import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { installed } from './installed.ts'
import { libraries } from './libraries.ts'

export type Manner = 'one-by-one' | 'at-once'
export type Form = 'seconds' | 'http-date'

/** What is stated about a client before it runs: from its documentation, or its source where that is silent. */
export interface Stated {
  /** The forms of Retry-After that it waits for. */
  readonly waitsFor: 'both' | 'seconds' | 'neither'
}

/** A client that makes six calls. */
export interface Contender extends Stated {
  readonly name: string
  readonly version: string
  /** Starts it. It writes `ready`, reads the address and the key, and writes a line for each call. */
  start(manner: Manner): ChildProcess
}

/** All clients that can run here, and for each of the others the Debian package that is missing. */
export function contenders(): { readonly all: readonly Contender[]; readonly missing: readonly string[] } {
  const missing: string[] = []
  const all = Object.entries({ ...libraries(), ...installed() }).flatMap(([name, one]): Contender[] => {
    const { version, waitsFor, command, lacks } = one
    if (lacks !== undefined) missing.push(`${name}: install ${lacks}`)
    if (version === undefined) return []
    return [{ name, version, waitsFor, start: (manner) => startProgram(command(manner)) }]
  })
  return { all, missing }
}

function startProgram([command, ...args]: readonly [string, ...string[]]): ChildProcess {
  return spawn(command, args, {
    cwd: join(import.meta.dirname, 'programs'),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
