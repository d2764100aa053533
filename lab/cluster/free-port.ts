import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port of this machine, from 10,000 to 32,767: systems give the ports above to connections and to those who ask for any, so
 * that one of them could be lost to another program before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  return (await isFree(port)) ? port : await freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
