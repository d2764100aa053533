import { effect } from '@preact/signals'
import { clientIds, type ClientId } from '../../../scenarios/clients.ts'
import { SCENARIO_DEFAULTS, scenarioPlans, type ScenarioPlan } from '../../../scenarios/scenario.ts'
import { DEFAULT_WORLD, type Room } from './room.ts'

/** The world that the address of the page names. */
export function worldInAddress(): string {
  const named = new URLSearchParams(location.search).get('world') ?? ''
  return named === '' ? DEFAULT_WORLD : named
}

/**
 * Keeps the world that is shown in the address and in the title, so that a reload, a bookmark and a link show the same.
 * The step back leaves the page, as it did: a world that is gone must not be stepped back to.
 */
export function keepWorldInAddress({ world }: Room): void {
  effect(() => {
    document.title = `${world.value} · Control room · Pet Store mock`
    if (world.value === worldInAddress()) return
    const address = new URL(location.href)
    if (world.value === DEFAULT_WORLD) address.searchParams.delete('world')
    else address.searchParams.set('world', world.value)
    history.replaceState(undefined, '', address)
  })
}

/** Beyond that a browser takes too long for a request to reach the limit in time. */
export const SPEEDS = [1, 10, 30] as const

/** What can be chosen of a scenario on this page. */
export interface ScenarioChoice {
  readonly clients: readonly ClientId[]
  readonly plan: ScenarioPlan
  readonly speed: number
}

/** The scenario that an address asks for, `?scenario=naive,polite&plan=pro&speed=30`; `undefined` where it names no client. */
export function scenarioIn(search: string): ScenarioChoice | undefined {
  const asked = new URLSearchParams(search)
  const clients = clientIds.filter((id) => asked.get('scenario')?.split(',').includes(id)).slice(0, 2)
  if (clients.length === 0) return undefined
  return {
    clients,
    plan: scenarioPlans.find((plan) => plan === asked.get('plan')) ?? SCENARIO_DEFAULTS.plan,
    speed: SPEEDS.find((speed) => String(speed) === asked.get('speed')) ?? SCENARIO_DEFAULTS.speed,
  }
}

/** The root of the site whose service worker is the mock, as `lab/scripts/build-site.ts` marks the page; `undefined` where that is a server. */
export function siteRoot(): URL | undefined {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="petstore-in-browser"]')
  return mark ? new URL(mark.content, location.href) : undefined
}

/**
 * Runs the scenario that the address asks for as soon as the room is live. On a server, where others may be at work, a link
 * starts nothing: it fills in the form.
 */
export function runScenarioInAddress({ connection, scenarios }: Room): void {
  const asked = scenarioIn(location.search)
  if (!asked || !siteRoot()) return
  const stop = connection.subscribe((now) => {
    if (now !== 'open') return
    queueMicrotask(() => {
      stop()
      void scenarios.start(asked)
      // On a phone it would begin below the screen; its clients are drawn by then.
      requestAnimationFrame(() => document.querySelector('.scenarios')?.scrollIntoView({ block: 'nearest' }))
    })
  })
}
