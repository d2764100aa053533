// Has the browser run the mock for all pages below this one's root, then says so, or leads on to the page that was asked for.
import { becomeReady } from './become-ready.ts'

// This file lies there; with `new URL(…, import.meta.url)` the bundler would look for another.
const root = new URL(import.meta.url.replace(/[^/]*$/, ''))
const isRoot = new URL('.', location.href).href === root.href

fill('.base', new URL('v1', root).href)
fill('.root', root.href)
fill(
  '#example',
  `await (await fetch('${root.pathname}v1/pets?limit=2',\n  { headers: { Authorization: 'Bearer free-demo-key' } })).json()`,
)
try {
  const { problem } = await becomeReady(root)
  // The worker has the page that belongs here; what stands here is this one.
  if (!isRoot) location.reload()
  else fill('#state', 'The mock is ready, and needs no network from now on.')
  if (problem !== undefined) tell(problem)
} catch (error) {
  fill('#state', 'The mock cannot run here.')
  tell(error instanceof Error ? error.message : String(error))
}

function tell(problem: string): void {
  fill('#problem', problem)
  document.querySelector('#problem')?.removeAttribute('hidden')
}

function fill(selector: string, text: string): void {
  const place = document.querySelector(selector)
  if (place) place.textContent = text
}
