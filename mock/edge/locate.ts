import type { Request } from '../core/message/request.ts'
import type { Reply } from '../core/request/reply.ts'
import { andThen, type Awaitable } from '../core/message/awaitable.ts'
import type { World } from '../core/world/world.ts'
import { DEFAULT_WORLD } from '../core/world/worlds.ts'

/** A world that requests go to. */
export type AnsweringWorld = Pick<World, 'answer'>

/** The worlds that requests go to. */
export interface AnsweringWorlds {
  readonly default: AnsweringWorld
  find(name: string): Awaitable<AnsweringWorld | undefined>
  cached(name: string): AnsweringWorld | undefined
  missing(name: string): string
}

/** A request as it arrives, before its target is parsed. */
export interface Arrival extends Pick<
  Request,
  'method' | 'mount' | 'headers' | 'address' | 'arrivedAt' | 'askedAt' | 'readBody'
> {
  /** The request target (RFC 9112 §3.2) below the mount. */
  readonly target: string
  /** The base path that the target starts with, its mount included, and its world, if the caller has determined them already. */
  readonly at?: { readonly base: string; readonly world: AnsweringWorld } | undefined
}

/** Answers a request from the world that its target names. */
export function askWorlds(worlds: AnsweringWorlds, arrival: Arrival): Awaitable<Reply> {
  const { method, target, mount, at, headers, address, arrivedAt, askedAt, readBody } = arrival
  const located = at ? below(at, target) : locate(worlds, mount, target)
  return andThen(located, ({ world, base, path, query, noWorld }) =>
    world.answer({
      method,
      base,
      mount,
      path,
      query,
      noWorld,
      headers,
      address,
      arrivedAt,
      askedAt,
      readBody,
    }),
  )
}

interface Location {
  readonly world: AnsweringWorld
  /** Empty when the target is under no base address; the default world answers such a request. */
  readonly base: string
  readonly path: string
  readonly query: string
  readonly noWorld?: Request['noWorld']
}

function below({ base, world }: NonNullable<Arrival['at']>, target: string): Location {
  const [path, query] = split(target.slice(base.length))
  return { world, base, path, query }
}

const NAMED = /^\/([^/]+)(\/v1)(\/.*)?$/

/** Parses a request target: `/v1/…` belongs to the default world, `/{world}/v1/…` to another one. */
function locate(worlds: AnsweringWorlds, mount: string, target: string): Awaitable<Location> {
  const [whole, query] = split(originForm(target))
  if (whole.startsWith('/v1') && (whole.length === 3 || whole.charAt(3) === '/')) {
    return { world: worlds.default, base: `${mount}/v1`, path: whole.slice(3), query }
  }
  const [, name = '', version = '', path = ''] = NAMED.exec(whole) ?? []
  const isOther = name !== '' && name !== DEFAULT_WORLD
  return andThen(isOther ? findWorld(worlds, name) : undefined, (world) => {
    if (world) return { world, base: `${mount}/${name}${version}`, path, query }
    const noWorld = isOther ? worlds.missing(name) : undefined
    return { world: worlds.default, base: '', path: whole, query, noWorld }
  })
}

/** The world of that name. If the store cannot be asked, the one that was last seen, which then refuses for the same reason. */
function findWorld(worlds: AnsweringWorlds, name: string): Awaitable<AnsweringWorld | undefined> {
  const found = worlds.find(name)
  return found instanceof Promise ? found.catch(() => worlds.cached(name)) : found
}

function split(target: string): [string, string] {
  const end = target.indexOf('?')
  return end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end + 1)]
}

/** A target in origin form: a server must accept the absolute form too (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}
