import { DEFAULT_WORLD, type Worlds } from '../core/world/worlds.ts'
import type { World } from '../core/world/world.ts'

/** The world that a URL is for, and what it asks of it. */
export interface Location {
  readonly world: World
  /** Empty when the URL is under no base address; the default world answers that. */
  readonly base: string
  readonly path: string
  readonly query: string
}

const NAMED = /^\/([^/]+)(\/v1)(\/.*)?$/

/** Takes a request target apart: `/v1/…` is the default world's, `/{world}/v1/…` another's. */
export function locate(worlds: Worlds, target: string): Location {
  const [whole, query] = split(originForm(target))
  if (whole.startsWith('/v1') && (whole.length === 3 || whole.charAt(3) === '/')) {
    return { world: worlds.default, base: '/v1', path: whole.slice(3), query }
  }
  const [, name = '', version = '', path = ''] = NAMED.exec(whole) ?? []
  const world = name === DEFAULT_WORLD ? undefined : worlds.find(name)
  if (world) return { world, base: `/${name}${version}`, path, query }
  return { world: worlds.default, base: '', path: whole, query }
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
