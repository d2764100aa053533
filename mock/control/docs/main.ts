import SwaggerUIBundle, { type Request } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { ControlApi, ControlFailure, type Key } from '../room/state/control-api.ts'
import { askForToken } from './ask-for-token.ts'
import { exactReplies } from './exact-replies.ts'
import { joinHeaders } from './join-headers.ts'
import { keyPicker } from './key-picker.ts'
import { mendMarkup } from './mend-markup.ts'

const root = new URL('../', location.href).pathname
const api = new ControlApi(root)
const shown = new URLSearchParams(location.search).get('document') === 'control' ? 'control' : 'service'
const [header, place] = [part('header'), part('#docs')]

followSystem(matchMedia('(prefers-color-scheme: dark)'))
document.querySelector(`nav a[href="?document=${shown}"]`)?.setAttribute('aria-current', 'page')
try {
  show(await readKeys())
} catch (error) {
  place.className = 'failure'
  place.textContent = error instanceof Error ? error.message : String(error)
}

function show(keys: readonly Key[]): void {
  mendMarkup(place)
  const ui = SwaggerUIBundle({
    domNode: place,
    url: `${root}openapi/${shown}.yaml`,
    // Otherwise it would send the document to a validator on the internet.
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    plugins: [exactReplies],
    requestInterceptor: presentToken,
    responseInterceptor: joinHeaders,
    onComplete: () => {
      if (shown === 'service') header.append(keyPicker(keys, useKey))
    },
  })
  const useKey = (key: string): void => {
    if (key === '') ui.authActions.logout(['bearerAuth'])
    else ui.preauthorizeApiKey('bearerAuth', key)
  }
}

/** The first question to the control API, which shows whether it wants its token. */
async function readKeys(): Promise<readonly Key[]> {
  try {
    return await api.ask<'listKeys'>('GET', 'worlds/default/keys')
  } catch (error) {
    if (!(error instanceof ControlFailure) || error.status !== 401) throw error
    api.token = await askForToken(place, api.token !== '')
    return readKeys()
  }
}

function presentToken(request: Request): Request {
  const { pathname } = new URL(request.url, location.href)
  if (api.token !== '' && pathname.startsWith(root)) request.headers['Authorization'] = `Bearer ${api.token}`
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
