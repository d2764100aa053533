import { openapi } from '../../../spec/generated/openapi.ts'
import { renderMetrics } from '../../core/journal/metrics.ts'
import type { World } from '../../core/world/world.ts'
import { basePathOf } from '../../core/world/worlds.ts'
import { documented } from '../message/document.ts'
import { openStream } from '../events/event-hub.ts'
import { controlOpenapi } from '../generated/openapi.ts'
import type { Handlers } from './handlers.ts'

const { title, version } = controlOpenapi.info

/** The operations on the mock as a whole. */
export const mockHandlers = {
  showIndex: (_input, { mount }) => ({
    status: 200,
    json: {
      title,
      version,
      operations: documented.map(({ id, method, path, summary }) => ({
        operation: id,
        method: inCapitals[method],
        path: `${mount}/_mock${path}`,
        summary,
      })),
    },
  }),

  checkHealth: async (_input, { worlds }) => {
    await worlds.ready()
    const { length } = await worlds.list()
    return {
      status: 200,
      json: { status: 'ok', version, uptimeSeconds: worlds.uptime / 1000, worlds: length },
    }
  },

  readMetrics: async (_input, { worlds }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    text: renderMetrics(await worlds.readings()),
  }),

  readControlDocument: async (_input, { mount, host }) => ({
    status: 200,
    type: 'application/yaml',
    text: await controlDocument(mount, host),
  }),

  readServiceDocument: async (_input, { worlds, mount }) => ({
    status: 200,
    type: 'application/yaml',
    text: await serviceDocument(await worlds.list(), mount),
  }),

  streamAllEvents: (_input, { worlds, events }) => openStream(events, worlds.events),
} satisfies Partial<Handlers>

const inCapitals = { get: 'GET', put: 'PUT', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const

/** The document of the control API as YAML, with the path at which the mock is mounted; its examples name the host. */
export function controlDocument(mount: string, host = WRITTEN_HOST): Promise<string> {
  const servers = [{ url: `${mount}/_mock`, description: 'This mock.' }]
  const examples: Replaced = (_name, value) =>
    // In one pass, for another host may begin as the written one.
    typeof value === 'string'
      ? value
          .split(WRITTEN_HOST)
          .reduce((done, rest) => done + host + (rest.startsWith('/') ? mount : '') + rest)
      : value
  return toYaml({ ...controlOpenapi, servers }, examples)
}

const WRITTEN_HOST = new URL(controlOpenapi.servers[0].url).host

/** The document of the service as YAML, with the worlds as its servers. */
export function serviceDocument(worlds: readonly Pick<World, 'name'>[], mount: string): Promise<string> {
  const servers = worlds.map(({ name }) => ({
    url: mount + basePathOf(name),
    description: `The world ${name}.`,
  }))
  return toYaml({ ...openapi, servers })
}

/** What stands in place of a value. */
type Replaced = (name: string, value: unknown) => unknown

// From the objects in memory, so that no file has to be located at run time.
async function toYaml(document: object, replaced: Replaced | null = null): Promise<string> {
  const { stringify } = await import('yaml')
  // Many parsers still follow YAML 1.1, in which a plain `on` is true.
  return stringify(document, replaced, { lineWidth: 110, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}
