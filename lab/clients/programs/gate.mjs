// Ten workers that share a gate, and clients that ignore Retry-After: for each line `<manner>|<way>|<base address>|<key>` it runs
// one of them and writes `done`. Connections that a client leaves open end with the next one.
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

const WORKERS = 10
const MOST_RETRIES = 20

/** Ways to get the list of pets: each returns the status as soon as the client has read it. */
const ways = {
  fetch: async (url, headers) => {
    const response = await fetch(url, { headers })
    void response.text()
    return response.status
  },
  'fetch, whole': async (url, headers) => {
    const response = await fetch(url, { headers })
    await response.text()
    return response.status
  },
  'kept alive': overHttp(new Agent({ keepAlive: true })),
  'new connections': overHttp(new Agent({ keepAlive: false })),
}

function overHttp(agent) {
  return (url, headers) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { headers, agent }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })
}

/** Sends nothing after any of its workers has read a 429. */
async function gated(get) {
  let isShut = false
  const work = async () => {
    while (!isShut) if ((await get()) === 429) isShut = true
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
}

/** Goes on after a 429, a few times for each worker, as soon as it has read it. */
const ungated = (workers) => async (get) => {
  const work = async () => {
    for (let left = MOST_RETRIES; left >= 0;) if ((await get()) === 429) left -= 1
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Gets the list over a connection of its own, which stays open: nobody reads the body of the reply. */
const leaving = (url, headers) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: leftOpen }, (response) => resolve(response.statusCode))
    sent.on('error', reject)
    sent.end()
  })
let leftOpen = new Agent({ keepAlive: true })

/** Sends one request at a time, and after a 429 so many more at once, each over a connection of its own. */
const retrying = (retries) => async (_get, url, headers) => {
  leftOpen.destroy()
  leftOpen = new Agent({ keepAlive: true })
  while ((await leaving(url, headers)) !== 429);
  for (let left = retries; left > 0; left -= 1) await leaving(url, headers)
}

const manners = {
  gate: gated,
  'goes on': ungated(1),
  'ten go on': ungated(WORKERS),
  'retries once': retrying(1),
  'retries five times': retrying(5),
}

for await (const line of createInterface(process.stdin)) {
  const [manner, way, url, key] = line.split('|')
  const headers = { Authorization: `Bearer ${key}` }
  const list = `${url}/pets?limit=1`
  await manners[manner](() => ways[way](list, headers), list, headers)
  console.log('done')
}
