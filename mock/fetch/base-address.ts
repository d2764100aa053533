import { throwInvalid } from '../core/world/control-error.ts'
import { withVersion } from '../../spec/operations.ts'
import { basePathOf, DEFAULT_WORLD } from '../core/world/worlds.ts'
import { addressOf, type FetchInput } from './read-request.ts'

/** The addresses of a mock's worlds. */
export class BaseAddress {
  /** Scheme, host and port of its addresses. */
  readonly origin: string
  /** The path of the default world. */
  readonly path: string
  /** The prefix of `/{world}/v1` in the path of any other world. */
  readonly mount: string
  readonly #anyOrigin: boolean

  /** `baseUrl`: the base address of the default world; `undefined` means `/v1` at any host. Throws a ControlError if it is invalid. */
  constructor(baseUrl: string | URL | undefined) {
    const page = pageAddress()
    const text = String(baseUrl ?? ANYWHERE)
    // It would be a path of the page, or its host a scheme.
    if (HOST.test(text)) throwInvalid(`baseUrl must be an address such as https://${withVersion(text)}`)
    if (!URL.canParse(text, page)) throwInvalid(`baseUrl must be an address such as ${ANYWHERE}`)
    const { origin, protocol, pathname, search, hash } = new URL(text, page)
    this.path = pathname.replace(/\/+$/, '')
    if (search + hash !== '' || !/^https?:$/.test(protocol))
      throwInvalid(`baseUrl must be an address such as ${ANYWHERE}, without query or fragment`)
    if (!this.path.endsWith(VERSION))
      throwInvalid(`baseUrl must end with ${VERSION}: did you mean ${origin}${withVersion(this.path)}?`)
    this.origin = origin
    this.mount = this.path.slice(0, -VERSION.length)
    this.#anyOrigin = baseUrl === undefined
  }

  /** The base address of a world. */
  of(world: string): string {
    return this.origin + (world === DEFAULT_WORLD ? this.path : this.mount + basePathOf(world))
  }

  /** Whether a path belongs to the default world. */
  holds(path: string): boolean {
    return path === this.path || path.startsWith(`${this.path}/`)
  }

  /** The name of another world that a path contains, whether that world exists or not. */
  worldIn(path: string): string | undefined {
    return path.startsWith(`${this.mount}/`) ? NAMED.exec(path.slice(this.mount.length))?.[1] : undefined
  }

  /** Whether what is asked for is under the base address of a world, or the control API's; false if it is no address. */
  answers(asked: FetchInput, controls: boolean): boolean {
    const url = addressOf(asked)
    const page = pageAddress()
    if (!URL.canParse(url, page)) return false
    const { origin, pathname } = new URL(url, page)
    if (!this.#anyOrigin && origin !== this.origin) return false
    if (this.holds(pathname)) return true
    if (controls && CONTROL.test(pathname.slice(this.mount.length))) return pathname.startsWith(this.mount)
    return this.worldIn(pathname) !== undefined
  }
}

/** The address that relative ones begin at; `undefined` outside of a page or worker. */
function pageAddress(): string | undefined {
  const here: unknown = Reflect.get(globalThis, 'location')
  const isPage = here instanceof Object && 'href' in here && typeof here.href === 'string'
  return isPage ? String(here.href) : undefined
}

// The address that is shown when none was given. No server has this name (RFC 6761 §6.2).
const ANYWHERE = 'https://petstore.test/v1'

/** The path segment that the base address ends with (section Versioning). */
const VERSION = '/v1'

/** A host with a dot, or with a port, as it is written without its scheme. */
const HOST = /^[\w-]+[.:]\w/

const CONTROL = /^\/_mock(?:\/|$)/
const NAMED = /^\/([^/]+)\/v1(?:\/|$)/
