import type { Random } from '../core/settings/random.ts'
import { clientIds, type ClientId } from './clients.ts'

/** The client and the run that a key is of. */
export interface RunKey {
  readonly client: ClientId
  /** Four letters and digits, which all keys of a run end with. */
  readonly tag: string
}

/** Four random letters and digits: runs that begin at the same instant, as on a frozen clock, have different ones. */
export function newRunTag(random: Random): string {
  return Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0')
}

/** Random numbers of the platform, Node or a browser, which no seed repeats. */
export function platformRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number / 2 ** 32
}

export function keyOfRun({ client, tag }: RunKey): string {
  return `${keyStart(client)}${tag}`
}

/** What the keys of a client begin with, in every run. */
export function keyStart(client: ClientId): string {
  return `${client}-demo-`
}

/** Which client and run a key is of; `undefined` for any other key. */
export function runOfKey(key: string): RunKey | undefined {
  const client = clientIds.find((id) => key.startsWith(keyStart(id)))
  const tag = client && key.slice(keyStart(client).length)
  return client && tag !== undefined && /^[\da-z]{4}$/.test(tag) ? { client, tag } : undefined
}
