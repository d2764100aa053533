import { effect } from '@preact/signals'
import { clientIds, type ClientId } from '../../../scenarios/clients.ts'
import { SCENARIO_DEFAULTS, scenarioPlans, type ScenarioPlan } from '../../../scenarios/scenario.ts'
import { DEFAULT_WORLD, type Room } from './room.ts'

/** The part of an address that names a world; empty for the default world. */
export function queryOf(world: string): string {
  return world === DEFAULT_WORLD ? '' : `?world=${encodeURIComponent(world)}`
}

/** The world in the page's address. */
export function worldInAddress(): string {
  const named = new URLSearchParams(location.search).get('world') ?? ''
  return named === '' ? DEFAULT_WORLD : named
}

/**
 * Writes the selected world to the address and the title, so that a reload, a bookmark and a link show it. It replaces the
 * history entry: Back must not lead to a world that has been removed.
 */
export function syncWorldToAddress({ world }: Room): void {
  effect(() => {
    document.title = `${world.value} · Control room · Pet Store mock`
    if (world.value === worldInAddress()) return
    const address = new URL(location.href)
    if (world.value === DEFAULT_WORLD) address.searchParams.delete('world')
    else address.searchParams.set('world', world.value)
    history.replaceState(undefined, '', address)
  })
}

/** At higher speeds a browser's requests are too slow to reach the limit. */
export const SPEEDS = [1, 10, 30] as const

/** The scenario settings of this page. */
export interface ScenarioChoice {
  readonly clients: readonly ClientId[]
  readonly plan: ScenarioPlan
  readonly speed: number
}

/** What the address asks for: a scenario, nothing, or something else, with the reason why it is not followed. */
export interface AskedScenario {
  readonly choice?: ScenarioChoice
  readonly problem?: string
}

/** What an address with a scenario may say. */
const PARAMETERS: readonly string[] = ['world', 'scenario', 'plan', 'speed']

/** The scenario in an address, such as `?scenario=naive,polite&plan=pro&speed=30`, its clients in that order. */
export function scenarioIn(search: string): AskedScenario {
  const asked = new URLSearchParams(search)
  const named = asked.get('scenario') ?? ''
  if (named === '') return {}
  const clients = named.split(',')
  const speeds = SPEEDS.map(String)
  const unknown = [...asked.keys()].filter((name) => !PARAMETERS.includes(name))
  const problems = [
    ...unknown.map((name) => unlessOneOf(PARAMETERS, name, 'parameter')),
    ...clients.map((client) => unlessOneOf(clientIds, client, 'client')),
    unlessOneOf(scenarioPlans, asked.get('plan'), 'plan'),
    unlessOneOf(speeds, asked.get('speed'), 'speed'),
  ].filter((problem) => problem !== undefined)
  if (problems.length === 0 && (clients.length > 2 || new Set(clients).size < clients.length))
    problems.push(
      'A link may have one client (scenario=naive) or two different ones (scenario=naive,polite).',
    )
  if (problems.length > 0) return { problem: `This link is not followed. ${problems.join(' ')}` }
  return {
    choice: {
      clients: clients.flatMap((name) => clientIds.find((id) => id === name) ?? []),
      plan: scenarioPlans.find((plan) => plan === asked.get('plan')) ?? SCENARIO_DEFAULTS.plan,
      speed: SPEEDS.find((speed) => String(speed) === asked.get('speed')) ?? SCENARIO_DEFAULTS.speed,
    },
  }
}

function unlessOneOf(lawful: readonly string[], value: string | null, noun: string): string | undefined {
  if (value === null || lawful.includes(value)) return undefined
  return `There is no ${noun} "${value}" here. The ${noun}s: ${lawful.join(', ')}.`
}

/** The root of a site whose service worker is the mock, from the meta tag that `lab/scripts/build-site.ts` adds; `undefined` on a server. */
export function siteRoot(): URL | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="petstore-in-browser"]')
  return meta ? new URL(meta.content, location.href) : undefined
}

/**
 * Runs the scenario in the address as soon as the room is live, in the world of the address only. On a server, which others may
 * be using, a link only fills in the form.
 */
export function runScenarioInAddress(room: Room): void {
  const { connection, scenarios, world } = room
  const { choice, problem } = scenarioIn(location.search)
  scenarios.problem.value = problem
  const asked = world.value
  if (!choice) return
  const stop = connection.subscribe((now) => {
    if (now !== 'open') return
    queueMicrotask(() => {
      stop()
      if (world.value !== asked) {
        scenarios.problem.value = `This link is not followed. There is no world "${asked}" here.`
        return
      }
      if (!siteRoot()) return
      void room.run(choice)
      // On a phone the panel is below the screen. In the next frame its clients are drawn.
      requestAnimationFrame(() => document.querySelector('.scenarios')?.scrollIntoView({ block: 'nearest' }))
    })
  })
}
