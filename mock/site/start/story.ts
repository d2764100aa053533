import { ControlClient } from '../../client/control-client.ts'
import { pagePorts } from '../../scenarios/page-ports.ts'
import { runScenario } from '../../scenarios/run-scenario.ts'
import { comparisonOf, type ScenarioEvent } from '../../scenarios/scenario-report.ts'
import { ScenarioError, scenarioOf } from '../../scenarios/scenario.ts'
import { Row } from './story-row.ts'

/** A world of the story's own, so that nobody's pets and clock are touched. */
const WORLD = 'story'

/** The story of two clients under a rate limit, in an element. */
export class Story {
  readonly #scenario = scenarioOf({})
  readonly #rows = new Map(this.#scenario.clients.map((id) => [id, new Row(id, this.#scenario)]))
  readonly #outcome = document.createElement('p')
  readonly #leaving = new AbortController()
  readonly #control: ControlClient
  #freezes = Promise.resolve<unknown>(undefined)
  #hasBegun = false
  #isPaused = false

  /** Shows its clients, which have not begun. */
  constructor(root: URL, place: Element) {
    this.#control = new ControlClient(new URL('_mock', root).href, (url, init) =>
      // What ends the lease is sent even while the page is closed. Only then: Firefox sends such requests past the service worker.
      fetch(url, { ...init, keepalive: this.#leaving.signal.aborted }),
    )
    this.#outcome.className = 'outcome'
    this.#outcome.setAttribute('role', 'status')
    place.replaceChildren(...Array.from(this.#rows.values(), ({ element }) => element), this.#outcome)
  }

  /** Plays it once, until the page is left. Resolves when it is over. */
  async play(): Promise<void> {
    const leave = (): void => {
      this.#leaving.abort()
    }
    addEventListener('pagehide', leave)
    for (const row of this.#rows.values()) row.begin()
    try {
      await this.#control.request('createWorld', { body: { name: WORLD, pets: 1 } }).catch(() => undefined)
      const { signal } = this.#leaving
      const report = await runScenario(
        this.#scenario,
        {
          control: this.#control,
          world: WORLD,
          signal,
          leaving: signal,
          publish: (event) => {
            this.#show(event)
          },
        },
        pagePorts(() => document.hidden),
      )
      this.#outcome.textContent = comparisonOf(report) ?? ''
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      this.#outcome.textContent = error.message
    } finally {
      removeEventListener('pagehide', leave)
      for (const row of this.#rows.values()) row.countNoMore()
      await this.#control
        .world(WORLD)
        .remove()
        .catch(() => undefined)
    }
  }

  /** Pauses it, or goes on: the clients wait as long as the clock of their world stands. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    for (const row of this.#rows.values()) row.pause(isPaused)
    if (this.#hasBegun) this.#freeze()
  }

  #show(event: ScenarioEvent): void {
    this.#rows.get(event.client)?.show(event)
    if (this.#hasBegun) return
    this.#hasBegun = true
    // The run has started the clock after somebody paused it.
    if (this.#isPaused) this.#freeze()
  }

  #freeze(): void {
    const isPaused = this.#isPaused
    // One after the other, so that the last one counts; the story may be over by then.
    this.#freezes = this.#freezes
      .then(() => this.#control.world(WORLD).clock.freeze(isPaused))
      .catch(() => undefined)
  }
}
