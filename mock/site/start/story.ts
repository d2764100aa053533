import { ControlClient } from '../../client/control-client.ts'
import { clients, type ClientId } from '../../scenarios/clients.ts'
import { pagePorts } from '../../scenarios/page-ports.ts'
import { runScenario } from '../../scenarios/run-scenario.ts'
import { clockText, comparisonOf, tookText, type ScenarioEvent } from '../../scenarios/scenario-report.ts'
import { ScenarioError, scenarioOf, type Scenario } from '../../scenarios/scenario.ts'

/** A world of the story's own, so that nobody's pets and clock are touched. */
const WORLD = 'story'

/** Plays the story of two clients under a rate limit in an element, until the page is left. Resolves when it is over. */
export async function playStory(root: URL, place: Element): Promise<void> {
  const leaving = new AbortController()
  const control = new ControlClient(new URL('_mock', root).href, (url, init) =>
    // What ends the lease is sent even while the page is closed. Only then: Firefox sends such requests past the service worker.
    fetch(url, { ...init, keepalive: leaving.signal.aborted }),
  )
  addEventListener('pagehide', () => {
    leaving.abort()
  })
  const scenario = scenarioOf({})
  const rows = new Map(scenario.clients.map((id) => [id, new Row(id, scenario)]))
  const outcome = document.createElement('p')
  outcome.className = 'outcome'
  outcome.setAttribute('role', 'status')
  place.replaceChildren(...Array.from(rows.values(), ({ element }) => element), outcome)
  try {
    await control.request('createWorld', { body: { name: WORLD, pets: 1 } }).catch(() => undefined)
    const { signal } = leaving
    const publish = (event: ScenarioEvent): void => rows.get(event.client)?.show(event)
    const report = await runScenario(
      scenario,
      { control, world: WORLD, signal, leaving: signal, publish },
      pagePorts(() => document.hidden),
    )
    outcome.textContent = comparisonOf(report) ?? ''
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    outcome.textContent = error.message
  } finally {
    for (const row of rows.values()) row.countNoMore()
    await control
      .world(WORLD)
      .remove()
      .catch(() => undefined)
  }
}

/** One client: how much of its work is done, how much was refused, and what it does. */
class Row {
  readonly element = document.createElement('div')
  readonly #bar = document.createElement('meter')
  readonly #now = document.createElement('span')
  readonly #wanted: number
  readonly #speed: number
  #refused = 0
  #served = 0
  #countdown: ReturnType<typeof setInterval> | undefined

  constructor(id: ClientId, { requests: wanted, speed }: Scenario) {
    const { name, does } = clients[id]
    this.#wanted = wanted
    this.#speed = speed
    const title = document.createElement('p')
    const strong = document.createElement('strong')
    strong.textContent = name
    title.append(strong, ` ${does}`)
    Object.assign(this.#bar, { max: wanted, value: 0, ariaLabel: `served of ${name}` })
    this.element.className = 'client'
    this.element.append(title, this.#bar, this.#now)
    this.#say('begins')
  }

  show(event: ScenarioEvent): void {
    switch (event.kind) {
      case 'served':
        this.#served = event.served
        this.#bar.value = event.served
        this.countNoMore()
        this.#say('sends requests')
        break
      case 'refused':
        this.#refused += 1
        this.#say(undefined)
        break
      case 'waiting':
        this.#count(event.until - event.at, (left) => `waits ${left}, as Retry-After says`)
        break
      case 'banned':
        this.#count(event.until - event.at, (left) => `banned, ${left} left`)
        break
      case 'ended':
        this.countNoMore()
        this.#say(`done after ${tookText(event.result)}: ${event.result.assessment.words}`)
        if (event.result.assessment.wellBehaved !== undefined)
          this.element.classList.add(event.result.assessment.wellBehaved ? 'good' : 'bad')
        break
      case 'sent':
      case 'failed':
    }
  }

  countNoMore(): void {
    clearInterval(this.#countdown)
  }

  /** Says how much is left of some time of the world, in milliseconds, until another countdown begins. */
  #count(lasts: number, doing: (left: string) => string): void {
    this.countNoMore()
    const begun = performance.now()
    const show = (): void => {
      this.#say(doing(clockText(lasts - (performance.now() - begun) * this.#speed)))
    }
    this.#countdown = setInterval(show, 1000 / this.#speed)
    show()
  }

  #doing = ''

  /** `undefined`: what it said before. */
  #say(doing: string | undefined): void {
    this.#doing = doing ?? this.#doing
    const counts = `${this.#served} of ${this.#wanted} served, ${this.#refused} refused`
    this.#now.textContent = `${counts} · ${this.#doing}`
  }
}
