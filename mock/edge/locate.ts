import type { Request } from '../core/message/request.ts'
import type { Reply } from '../core/request/reply.ts'
import { andThen, type Awaitable } from '../core/message/awaitable.ts'
import type { World } from '../core/world/world.ts'
import { DEFAULT_WORLD, type Worlds } from '../core/world/worlds.ts'

/** A request as it arrives, before its target is taken apart. */
export interface Arrival extends Pick<
  Request,
  'method' | 'mount' | 'headers' | 'address' | 'opened' | 'readBody'
> {
  /** The request target (RFC 9112 §3.2) below the mount. */
  readonly target: string
  /** The base address, mount and all, that the target begins with in place of a mount, and its world, where that is known without looking at it. */
  readonly at?: { readonly base: string; readonly world: World<boolean> } | undefined
}

/** Hands a request to the world that its target names. */
export function askWorlds(worlds: Worlds<boolean>, arrival: Arrival): Awaitable<Reply> {
  const { method, target, mount, at, headers, address, opened, readBody } = arrival
  const located = at ? below(at, target) : locate(worlds, mount, target)
  return andThen(located, ({ world, base, path, query }) =>
    world.answer({ method, base, mount, path, query, headers, address, opened, readBody }),
  )
}

interface Location {
  readonly world: World<boolean>
  /** Empty when the target is under no base address; the default world answers that. */
  readonly base: string
  readonly path: string
  readonly query: string
}

function below({ base, world }: NonNullable<Arrival['at']>, target: string): Location {
  const [path, query] = split(target.slice(base.length))
  return { world, base, path, query }
}

const NAMED = /^\/([^/]+)(\/v1)(\/.*)?$/

/** Takes a request target apart: `/v1/…` is the default world's, `/{world}/v1/…` another's. */
function locate(worlds: Worlds<boolean>, mount: string, target: string): Awaitable<Location> {
  const [whole, query] = split(originForm(target))
  if (whole.startsWith('/v1') && (whole.length === 3 || whole.charAt(3) === '/')) {
    return { world: worlds.default, base: `${mount}/v1`, path: whole.slice(3), query }
  }
  const [, name = '', version = '', path = ''] = NAMED.exec(whole) ?? []
  const isOther = name !== '' && name !== DEFAULT_WORLD
  return andThen(isOther ? findWorld(worlds, name) : undefined, (world) => {
    if (world) return { world, base: `${mount}/${name}${version}`, path, query }
    return { world: worlds.default, base: '', path: whole, query }
  })
}

/** The world of that name. Where nobody can tell, the one that is known of that name, which will refuse for the same reason. */
function findWorld(worlds: Worlds<boolean>, name: string): Awaitable<World<boolean> | undefined> {
  const found = worlds.find(name)
  return found instanceof Promise ? found.catch(() => worlds.known(name)) : found
}

function split(target: string): [string, string] {
  const mark = target.indexOf('?')
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

// RFC 9112 §3.2.2: a server must accept the absolute form too.
function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}
