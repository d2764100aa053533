import { clients, type ClientId } from '../../scenarios/clients.ts'
import { clockText, tookText, type ScenarioEvent } from '../../scenarios/scenario-report.ts'
import type { Scenario } from '../../scenarios/scenario.ts'

/** A wait or a ban: what is left of it, in milliseconds of the world, and how that is said. */
interface Countdown {
  readonly left: number
  readonly doing: (left: string) => string
}

/** One client: how much of its work is done, how much was refused, and what it does. */
export class Row {
  readonly element = document.createElement('div')
  readonly #bar = document.createElement('meter')
  readonly #now = document.createElement('span')
  readonly #wanted: number
  readonly #speed: number
  #refused = 0
  #served = 0
  #countdown: Countdown | undefined
  #ticking: ReturnType<typeof setInterval> | undefined
  #isPaused = false

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
    this.#say('has not begun')
  }

  begin(): void {
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
    clearInterval(this.#ticking)
    this.#countdown = undefined
  }

  /** Stops or continues the countdown, and that of what happens meanwhile. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    const { left = 0, doing } = this.#countdown ?? {}
    if (doing) this.#count(left, doing)
  }

  /** Says how much is left of some time of the world, in milliseconds, until another countdown begins. */
  #count(lasts: number, doing: Countdown['doing']): void {
    this.countNoMore()
    const begun = performance.now()
    const show = (): void => {
      const left = lasts - (performance.now() - begun) * this.#speed
      this.#countdown = { left, doing }
      this.#say(doing(clockText(left)))
    }
    show()
    if (!this.#isPaused) this.#ticking = setInterval(show, 1000 / this.#speed)
  }

  #doing = ''

  /** `undefined`: what it said before. */
  #say(doing: string | undefined): void {
    this.#doing = doing ?? this.#doing
    const counts = `${this.#served} of ${this.#wanted} served, ${this.#refused} refused`
    this.#now.textContent = `${counts} · ${this.#doing}`
  }
}
