// Starts the mock for all pages below the root. Then reports that it is ready, or reloads the page that was requested.
import { becomeReady } from './become-ready.ts'
import { playStory } from './story.ts'

// The folder of this file. Not `new URL(…, import.meta.url)`, which the bundler would treat as an asset.
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
  // At other addresses, the worker now serves the page that was requested.
  if (!isRoot) location.reload()
  else fill('#state', 'The mock is ready. It works offline from now on.')
  if (problem !== undefined) showProblem(problem)
  if (isRoot) showStory()
} catch (error) {
  fill('#state', 'The mock cannot run here.')
  showProblem(error instanceof Error ? error.message : String(error))
}

function showStory(): void {
  const [place, again] = [document.querySelector('#story'), document.querySelector('#again')]
  if (!place || !(again instanceof HTMLButtonElement)) return
  const play = (): void => {
    again.disabled = true
    void playStory(root, place).finally(() => {
      again.disabled = false
    })
  }
  again.addEventListener('click', play)
  play()
}

function showProblem(problem: string): void {
  fill('#problem', problem)
  document.querySelector('#problem')?.removeAttribute('hidden')
}

function fill(selector: string, text: string): void {
  const place = document.querySelector(selector)
  if (place) place.textContent = text
}
