import SwaggerUIBundle, { type Plugin, type Request } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import type { OpenPoint } from '../../client/generated/wire.ts'
import type { KeyState } from '../../client/world-state.ts'
import { ControlClient } from '../../client/control-client.ts'
import { ControlFailure } from '../../client/control-failure.ts'
import serviceInterface from '../../../spec/service-interface.md?raw'
import { quotaGauge } from './quota-gauge.ts'
import { settledPoints } from './settled-points.ts'
import { ofSeveral, withDocument } from './with-document.ts'
import { withoutPresets } from './without-presets.ts'
import { askForToken, keyPicker } from './token-and-key.ts'
import { exactReplies, joinHeaders, memoizedMarkdown, mendMarkup } from './adapt-swagger-ui.ts'

const root = new URL('../', location.href).pathname
const client = new ControlClient(root.slice(0, -1))
const shown = new URLSearchParams(location.search).get('document') === 'control' ? 'control' : 'service'
const [header, place] = [part('header'), part('#docs')]

followSystem(matchMedia('(prefers-color-scheme: dark)'))
document.querySelector(`nav a[href="?document=${shown}"]`)?.setAttribute('aria-current', 'page')
try {
  const keys = await readKeys()
  show(keys, shown === 'service' ? await client.world('default').choices.list() : [])
} catch (error) {
  place.className = 'failure'
  place.textContent = error instanceof Error ? error.message : String(error)
}

function show(keys: readonly KeyState[], points: readonly OpenPoint[]): void {
  const gauge = quotaGauge()
  const changeDocument: Plugin = () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (original) => (spec) => {
            const plain = withoutPresets(spec)
            return original(shown === 'service' ? withDocument(plain, serviceInterface, points) : plain)
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
    if (key === '') ui.authActions.logout(['bearerAuth'])
    else ui.preauthorizeApiKey('bearerAuth', key)
  }
}

/** The first request to the control API, which shows whether it requires a token. */
async function readKeys(): Promise<readonly KeyState[]> {
  try {
    return await client.world('default').keys.list()
  } catch (error) {
    if (!(error instanceof ControlFailure) || error.status !== 401) throw error
    client.token = await askForToken(place, client.token !== '')
    return readKeys()
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
