import { expect, test } from 'vitest'
import type { Reply, Request, Transport } from '../../contract-tests/engine/transport.ts'
import { checkAddress } from './preconditions.ts'

const BASE = 'https://api.example.com/v1'
const at = (mayWrite: boolean) => ({ baseUrl: BASE, key: 'a-key-for-tests', mayWrite })

/** A service whose list is not found, and which answers a POST with a status. */
function listless(statusOfPost: number): { readonly transport: Transport; readonly sent: Request[] } {
  const sent: Request[] = []
  const transport = (request: Request): Promise<Reply> => {
    sent.push(request)
    const status = request.method === 'POST' ? statusOfPost : 404
    const body = JSON.stringify({ code: 'no', message: 'no', status })
    return Promise.resolve({ status, headers: { 'content-type': 'application/json' }, body })
  }
  return { transport, sent }
}

test.for([400, 422])(
  'a list that is not found is a breach where a POST without a pet gets %i',
  async (status) => {
    const { transport, sent } = listless(status)
    await checkAddress(at(true), transport)
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['POST', '{'],
    ])
  },
)

test.for([404, 405, 501])('it is a wrong address where a POST gets %i, too', async (status) => {
  await expect(checkAddress(at(true), listless(status).transport)).rejects.toThrow(
    `${BASE}/pets is not found (404): is the base address right?`,
  )
})

test('nothing is posted in a run that only reads', async () => {
  const { transport, sent } = listless(400)
  await expect(checkAddress(at(false), transport)).rejects.toThrow('is the base address right?')
  expect(sent).toHaveLength(1)
})
