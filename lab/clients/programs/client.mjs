// One client, configured as its documentation advises: `node client.mjs <name> <one-by-one|at-once>`. It loads its library, writes
// `ready`, reads `<base address> <key>` from its input, makes six calls, and writes how each ended.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { httpClients } from './http-clients.mjs'
import { retriers } from './retriers.mjs'

const [name, manner] = process.argv.slice(2)
const call = await { ...httpClients, ...retriers }[name]()
process.stdout.write('ready\n')
const [url, key] = (await text(process.stdin)).trim().split(' ')
const headers = { Authorization: `Bearer ${key}` }
// Each call has a limit of its own, which distinguishes them on the wire.
const callAndReport = async (limit) => {
  const ended = await call(`${url}/pets?limit=${limit}`, headers).then(
    () => 'through',
    (error) => `gave up: ${String(error).slice(0, 100).replaceAll('\n', ' ')}`,
  )
  if (!process.stdout.write(`${ended}\n`)) await once(process.stdout, 'drain')
}
if (manner === 'at-once') await Promise.all([1, 2, 3, 4, 5, 6].map(callAndReport))
else for (const limit of [1, 2, 3, 4, 5, 6]) await callAndReport(limit)
process.exit()
