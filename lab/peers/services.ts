import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { OpenPointId } from '../../spec/choices.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { Contender } from './contenders.ts'

/** A service that somebody wrote from the document alone, and what is true of it, found by requests that are not the suite's. */
export interface Service {
  readonly id: string
  readonly name: string
  /** Its language, what it rests on, and how it was written. */
  readonly style: string
  /** The shell line that starts it in its folder, with `PORT`, `NODE` and a folder `DATA` for its files. */
  readonly start: string
  /** A shell line that fails where what it needs is not installed, and how to install that. */
  readonly check: string
  readonly install: string
  /** How many claims of the first two runs there were, before anything was mended, and how many were false. */
  readonly first: Readonly<Record<'breaches' | 'clauses' | 'points', readonly [all: number, wrong: number]>>
  readonly breaks: Readonly<Partial<Record<ClauseId, TrueBreach>>>
  readonly choices: Readonly<Partial<Record<OpenPointId, string>>>
}

/** A clause that a service breaks. */
export interface TrueBreach {
  /** A part of what a claim of it must expect. */
  readonly expected: string
  readonly why: string
  /** Whether only values show it that a run without `--thorough` does not ask. */
  readonly isRare?: true
}

const folder = join(import.meta.dirname, '../peer-services')

/** All services; a comment in the file says how their truth was found. */
export const services = parse(readFileSync(join(folder, 'services.yaml'), 'utf8')) as readonly Service[]

export function isInstalled({ check }: Service): boolean {
  return spawnSync('sh', ['-c', check], { cwd: folder }).status === 0
}

/** The service in the form in which mocks are started. */
export function asContender({ id, name, style, start }: Service): Contender {
  return {
    id,
    name,
    version: style,
    prepare: ({ port, folder: data }) =>
      Promise.resolve([
        ...['env', `PORT=${port}`, `DATA=${data}`, `NODE=${process.execPath}`],
        ...['sh', '-c', `cd '${join(folder, id)}' && ${start}`],
      ]),
  }
}
