import SwaggerUIBundle, { type Plugin, type Request } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import type { OpenPoint } from '../../client/generated/wire.ts'
import type { KeyState } from '../../client/world-state.ts'
import { ControlClient } from '../../client/control-client.ts'
import { ControlFailure } from '../../client/control-failure.ts'
import serviceInterface from '../../../spec/service-interface.md?raw'
import { quotaGauge } from './quota-gauge.ts'
import { settledPoints } from './settled-points.ts'
import { ofSeveral, withDocument, withServerFirst } from './with-document.ts'
import { withoutPresets } from './without-presets.ts'
import { askForToken, keyPicker } from './token-and-key.ts'
import { exactReplies, joinHeaders, memoizedMarkdown, mendMarkup } from './adapt-swagger-ui.ts'

const DEFAULT_WORLD = 'default'
const root = new URL('../', location.href).pathname
/** The path below which the worlds are. */
const mount = root.slice(0, -'/_mock/'.length)
const client = new ControlClient(root.slice(0, -1))
const asked = new URLSearchParams(location.search)
const shown = asked.get('document') === 'control' ? 'control' : 'service'
const [header, place] = [part('header'), part('#docs')]

followSystem(matchMedia('(prefers-color-scheme: dark)'))
document.querySelector(`nav a[href="?document=${shown}"]`)?.setAttribute('aria-current', 'page')
try {
  const named = asked.get('world') ?? ''
  const { world, keys } = await readKeys(named === '' ? DEFAULT_WORLD : named)
  keepInLinks(world)
  const { basePath } = await client.world(world).read()
  show(keys, shown === 'service' ? await client.world(world).choices.list() : [], basePath)
} catch (error) {
  place.className = 'failure'
  place.textContent = error instanceof Error ? error.message : String(error)
}

function show(keys: readonly KeyState[], points: readonly OpenPoint[], basePath: string): void {
  const gauge = quotaGauge()
  const changeDocument: Plugin = () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (original) => (spec) => {
            const plain = withoutPresets(spec)
            if (shown === 'control') return original(plain)
            const here = withServerFirst(plain, mount + basePath)
            return original(withDocument(here, serviceInterface, points))
          },
        },
      },
    },
  })
  mendMarkup(place)
  const ui = SwaggerUIBundle({
    domNode: place,
    url: `${root}openapi/${shown}.yaml`,
    // Swagger UI would send the document to a validator on the internet.
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    plugins: [exactReplies, memoizedMarkdown, changeDocument],
    requestInterceptor: presentToken,
    responseInterceptor: (response) => {
      if (shown === 'service') gauge.show(response)
      return joinHeaders(response)
    },
    onComplete: () => {
      if (shown === 'service') addOwnParts()
    },
  })
  const addOwnParts = (): void => {
    header.append(keyPicker(keys, useKey), gauge.element)
    place.before(settledPoints(ofSeveral(points)))
  }
  const useKey = (key: string): void => {
    // It shows the quota of the key before.
    gauge.clear()
    if (key === '') ui.authActions.logout(['bearerAuth'])
    else ui.preauthorizeApiKey('bearerAuth', key)
  }
}

/** A world that there is, and its keys. */
interface ShownWorld {
  readonly world: string
  readonly keys: readonly KeyState[]
}

/** The first request to the control API, which shows whether there is such a world, and whether a token is required. */
async function readKeys(world: string): Promise<ShownWorld> {
  try {
    return { world, keys: await client.world(world).keys.list() }
  } catch (error) {
    if (!(error instanceof ControlFailure)) throw error
    if (error.status === 404 && world !== DEFAULT_WORLD) {
      reportOther(error.message)
      return readKeys(DEFAULT_WORLD)
    }
    if (error.status !== 401) throw error
    client.token = await askForToken(place, client.token !== '')
    return readKeys(world)
  }
}

/** Says above the document why the world in the address is not shown. */
function reportOther(why: string): void {
  const notice = document.createElement('p')
  notice.className = 'failure'
  notice.setAttribute('role', 'status')
  notice.textContent = `${why} This page shows the world ${DEFAULT_WORLD}.`
  place.before(notice)
}

/** Has the other document, and the control room, show the same world. */
function keepInLinks(world: string): void {
  if (world === DEFAULT_WORLD) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a')) {
    const address = new URL(link.href)
    address.searchParams.set('world', world)
    link.href = address.href
  }
}

function presentToken(request: Request): Request {
  const { pathname } = new URL(request.url, location.href)
  if (client.token !== '' && pathname.startsWith(root))
    request.headers['Authorization'] = `Bearer ${client.token}`
  return request
}

function followSystem(dark: MediaQueryList): void {
  const follow = (): void => {
    document.documentElement.classList.toggle('dark-mode', dark.matches)
  }
  dark.addEventListener('change', follow)
  follow()
}

function part(selector: string): Element {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}
