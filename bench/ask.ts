import { request } from 'node:http'
import { CannotRun } from './cannot-run.ts'
import type { Contender } from './contenders.ts'
import type { Operation } from './operations.ts'

export interface Reply {
  status: number
  text: string
}

/** Where a contender is reached. */
export interface Address {
  contender: Contender
  baseUrl: string
}

/** One request on a connection of its own. Not `fetch`: its first call costs more than a cold start may. */
export function ask({ baseUrl, contender }: Address, operation: Operation): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) => {
      reject(new CannotRun(`${contender.name} gives no reply to ${operation.name}: ${message}`))
    }
    const options = {
      method: operation.method,
      headers: { ...contender.headers, 'Content-Type': 'application/json' },
      agent: false,
      timeout: 10_000,
    }
    const outgoing = request(baseUrl + operation.path, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no reply within 10 s')))
    outgoing.on('error', fail)
    outgoing.end(operation.body)
  })
}
