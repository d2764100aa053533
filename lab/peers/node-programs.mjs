// Mocks that are libraries, each as its documentation starts it, behind a server of Node: node-programs.mjs NAME DOCUMENT PORT
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'

/** By name, what answers a request, from the text of the OpenAPI document. */
const programs = {
  msw: async (document) => {
    const { fromOpenApi } = await import('@mswjs/source/open-api')
    const { getResponse } = await import('msw')
    const { parse } = await import('yaml')
    const handlers = await fromOpenApi(parse(document))
    return async (request) => (await getResponse(handlers, request)) ?? new Response(null, { status: 404 })
  },
  scalar: async (document) => {
    const { createMockServer } = await import('@scalar/mock-server')
    return (await createMockServer({ document })).fetch
  },
}

const [name, file, port] = process.argv.slice(2)
serve({
  fetch: await programs[name](readFileSync(file, 'utf8')),
  hostname: '127.0.0.1',
  port: Number(port),
})
