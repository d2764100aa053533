import { renderMetrics } from '../../core/journal/metrics.ts'
import { documented } from '../document.ts'
import { openStream } from '../events/open-stream.ts'
import { controlOpenapi } from '../generated/openapi.ts'
import type { Handlers } from '../handler.ts'
import { controlDocument, serviceDocument } from '../served-documents.ts'

const { title, version } = controlOpenapi.info

/** What concerns the mock as a whole. */
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

  checkHealth: (_input, { worlds }) => ({
    status: 200,
    json: { status: 'ok', version, uptimeSeconds: worlds.uptime / 1000, worlds: worlds.list().length },
  }),

  readMetrics: (_input, { worlds }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    text: renderMetrics(worlds.list()),
  }),

  readControlDocument: async (_input, { mount }) => ({
    status: 200,
    type: 'application/yaml',
    text: await controlDocument(mount),
  }),

  readServiceDocument: async (_input, { worlds, mount }) => ({
    status: 200,
    type: 'application/yaml',
    text: await serviceDocument(worlds.list(), mount),
  }),

  streamAllEvents: (_input, { events }) => openStream(events),
} satisfies Partial<Handlers>

const inCapitals = { get: 'GET', put: 'PUT', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const
