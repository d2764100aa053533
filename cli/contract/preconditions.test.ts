import { expect, test } from 'vitest'
import type { Exchange, Probe } from '../../contract-tests/engine/exchange.ts'
import type { Ask } from '../../contract-tests/engine/ports.ts'
import { Unreachable } from '../../contract-tests/engine/transport.ts'
import { NotVerified } from '../../contract-tests/engine/verdicts.ts'
import { checkAddress } from './preconditions.ts'

const BASE = 'https://api.example.com/v1'

/** A service whose list is not found, and which answers a POST with a status. */
function listless(statusOfPost: number): { readonly ask: Ask; readonly sent: Probe[] } {
  const sent: Probe[] = []
  const ask = (probe: Probe): Promise<Exchange> => {
    const status = probe.method === 'POST' ? statusOfPost : 404
    const json = { code: 'no', message: 'no', status }
    const headers = { 'content-type': 'application/json' }
    const reply = { status, headers, body: JSON.stringify(json), json }
    return Promise.resolve({ id: sent.push(probe), after: 0, probe, ...reply, sent: 0, received: 0 })
  }
  return { ask, sent }
}

test.for([400, 422])(
  'a list that is not found is a breach where a POST without a pet gets %i',
  async (status) => {
    const { ask, sent } = listless(status)
    await checkAddress(BASE, true, ask)
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['POST', '{'],
    ])
  },
)

test.for([404, 405, 501])('it is a wrong address where a POST gets %i, too', async (status) => {
  await expect(checkAddress(BASE, true, listless(status).ask)).rejects.toThrow(
    `${BASE}/pets is not found (404): is the base address right?`,
  )
})

test('nothing is posted in a run that only reads', async () => {
  const { ask, sent } = listless(400)
  await expect(checkAddress(BASE, false, ask)).rejects.toThrow('is the base address right?')
  expect(sent).toHaveLength(1)
})

test.for([
  ['ends the connection', { isCut: true }, true],
  ['does not answer in time', { isLate: true }, true],
  ['is not there', {}, false],
] as const)('where the list %s, one pet is asked for: %o', async ([_what, how, isAsked]) => {
  const sent: (string | undefined)[] = []
  const { ask } = listless(400)
  const only: Ask = (probe) => {
    sent.push(probe.operation)
    if (probe.operation !== 'listPets') return ask(probe)
    const cause = new Unreachable('no reply', false, how)
    return Promise.reject(new NotVerified('unreachable', cause.message, { cause }))
  }
  const checked = checkAddress(BASE, true, only)
  await (isAsked ? checked : expect(checked).rejects.toThrow('no reply'))
  expect(sent).toEqual(isAsked ? ['listPets', 'getPet'] : ['listPets'])
})
