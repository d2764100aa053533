import { expect } from 'vitest'
import type { Mock } from '../../mock.ts'
import type { OperationId } from '../document.ts'
import { ask, type Reply } from './ask.ts'
import { judgeReply, operationOf } from './judge-reply.ts'

/** Asks the control API, and holds every reply against its document. */
export class ControlClient {
  /** The operations that were asked for. */
  readonly asked = new Set<OperationId>()
  readonly #mock: Mock

  constructor(mock: Mock) {
    this.#mock = mock
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path)
  }

  post(path: string, json?: unknown): Promise<Reply> {
    return this.send('POST', path, json)
  }

  put(path: string, json: unknown): Promise<Reply> {
    return this.send('PUT', path, json)
  }

  patch(path: string, json: unknown): Promise<Reply> {
    return this.send('PATCH', path, json)
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path)
  }

  /** Sends a request below `/_mock`, its body as JSON. */
  async send(method: string, path: string, json?: unknown): Promise<Reply> {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const reply = await ask(this.#mock, method, `/_mock${path}`, {
      headers: json === undefined ? {} : { 'Content-Type': 'application/json' },
      ...body,
    })
    const operation = operationOf(method, `/_mock${path}`)
    if (operation) {
      this.asked.add(operation.id)
      expect(await judgeReply(operation, reply), reply.text).toEqual([])
    }
    return reply
  }
}
