import { describe, expect, test } from 'vitest'
import type { Exchange, Probe } from '../../contract-tests/engine/exchange.ts'
import type { Ask } from '../../contract-tests/engine/ports.ts'
import { Unreachable } from '../../contract-tests/engine/transport.ts'
import type { ServiceTime, Wait } from '../../contract-tests/engine/service-time.ts'
import { NotVerified } from '../../contract-tests/engine/verdicts.ts'
import { checkAddress } from './preconditions.ts'

const BASE = 'https://api.example.com/v1'
const none = (): Promise<void> => Promise.resolve()

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
    await checkAddress(BASE, true, ask, none)
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['POST', '{'],
    ])
  },
)

test.for([404, 405, 501])('it is a wrong address where a POST gets %i, too', async (status) => {
  await expect(checkAddress(BASE, true, listless(status).ask, none)).rejects.toThrow(
    `${BASE}/pets is not found (404): is the base address right?`,
  )
})

test('nothing is posted in a run that only reads', async () => {
  const { ask, sent } = listless(400)
  await expect(checkAddress(BASE, false, ask, none)).rejects.toThrow('is the base address right?')
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
  const checked = checkAddress(BASE, true, only, none)
  await (isAsked ? checked : expect(checked).rejects.toThrow('no reply'))
  expect(sent).toEqual(isAsked ? ['listPets', 'getPet'] : ['listPets'])
})

describe('where a gateway answers the first request', () => {
  const PAGE = {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Bad Gateway</h1>',
    json: undefined,
  }

  /** A gateway that answers with its page where `isDown` says so, in front of a service without a pet. */
  function gateway(isDown: (probe: Probe, asked: number) => boolean) {
    const service = listless(400)
    let asked = 0
    const waited: number[] = []
    const reported: (Wait | undefined)[] = []
    const ask: Ask = async (probe) => {
      asked += 1
      const reply = await service.ask(probe)
      if (isDown(probe, asked)) return { ...reply, ...PAGE }
      return probe.operation === 'listPets' ? { ...reply, status: 200, body: '[]', json: [] } : reply
    }
    const pass: ServiceTime['pass'] = (milliseconds, wait) => {
      waited.push(milliseconds)
      reported.push(wait)
      return Promise.resolve()
    }
    return { ask, waited, reported, asked: () => asked, checked: checkAddress(BASE, true, ask, pass) }
  }

  test('and one pet is answered, the run begins at once', async () => {
    const { checked, waited } = gateway(({ operation }) => operation === 'listPets')
    await checked
    expect(waited).toEqual([])
  })

  test('and nothing for some seconds, it begins when the service is there', async () => {
    const { checked, waited, reported } = gateway((_probe, asked) => asked <= 4)
    await checked
    expect(waited).toEqual([1000, 2000])
    const until = 'the service answers, where a gateway answers 502 now'
    expect(reported).toEqual([
      { until, total: 7000 },
      { until, total: 0 },
    ])
  })

  test('and the run may send no more, the service is down', async () => {
    let left = 2
    const down = gateway(() => true)
    const ask: Ask = (probe) =>
      left-- > 0
        ? down.ask(probe)
        : Promise.reject(new NotVerified('budget spent', '--max-requests allows no more'))
    await expect(checkAddress(BASE, true, ask, none)).rejects.toThrow('it is down now')
    await expect(down.checked).rejects.toThrow('it is down now')
  })

  test('and the run may not wait, the service is down', async () => {
    const down = gateway(() => true)
    const pass = (): Promise<never> => Promise.reject(new NotVerified('wait too long', '1 s are needed'))
    await expect(checkAddress(BASE, true, down.ask, pass)).rejects.toThrow('it is down now')
    await expect(down.checked).rejects.toThrow('it is down now')
  })

  test('and slowly, it is asked again for no longer than where it answers at once', async () => {
    const down = gateway(() => true)
    let now = 0
    const ask: Ask = async (probe) => {
      now += 3000
      return { ...(await down.ask(probe)), received: now }
    }
    const pass: ServiceTime['pass'] = (milliseconds) => {
      now += milliseconds
      return Promise.resolve()
    }
    await expect(checkAddress(BASE, true, ask, pass)).rejects.toThrow('it is down now')
    expect(now).toBeLessThan(15_000)
    await expect(down.checked).rejects.toThrow('it is down now')
  })

  test('and nothing for longer, the service is down', async () => {
    const { checked, asked } = gateway(() => true)
    await expect(checked).rejects.toThrow(`${BASE} answers 502 with an HTML page: if a Pet Store service`)
    expect(asked()).toBe(8)
  })
})
