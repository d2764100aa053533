// Starts the mock for all pages below the root. Then reports that it is ready, or reloads the page that was requested.
import { becomeReady } from './become-ready.ts'
import { Story } from './story.ts'

/** What the button of the story does next. */
const LABELS = { ready: 'Run it', playing: 'Pause', paused: 'Continue', over: 'Run it again' } as const

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

/** Plays the story at once, unless the reader wants less motion; one button pauses it, goes on, and runs it again. */
function showStory(): void {
  const [place, button] = [document.querySelector('#story'), document.querySelector('#play')]
  if (!place || !(button instanceof HTMLButtonElement)) return
  let story = new Story(root, place)
  let state: keyof typeof LABELS = 'ready'
  const show = (next: typeof state): void => {
    state = next
    button.textContent = LABELS[state]
  }
  const play = (): void => {
    show('playing')
    void story.play().finally(() => {
      show('over')
    })
  }
  button.addEventListener('click', () => {
    if (state === 'over') story = new Story(root, place)
    if (state === 'over' || state === 'ready') {
      play()
      return
    }
    show(state === 'playing' ? 'paused' : 'playing')
    story.pause(state === 'paused')
  })
  button.disabled = false
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play()
}

function showProblem(problem: string): void {
  fill('#problem', problem)
  document.querySelector('#problem')?.removeAttribute('hidden')
}

function fill(selector: string, text: string): void {
  const place = document.querySelector(selector)
  if (place) place.textContent = text
}
