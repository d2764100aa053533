// MSW with the handlers that @mswjs/source generates, behind a server of Node's: msw.mjs DOCUMENT ORIGIN
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { fromOpenApi } from '@mswjs/source/open-api'
import { getResponse } from 'msw'
import { parse } from 'yaml'

const [document, origin] = process.argv.slice(2)
const handlers = await fromOpenApi(parse(readFileSync(document, 'utf8')))
const fetch = async (request) => (await getResponse(handlers, request)) ?? new Response(null, { status: 404 })
serve({ fetch, hostname: '127.0.0.1', port: Number(new URL(origin).port) })
