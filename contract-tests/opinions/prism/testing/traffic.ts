import { invalidNewPets, validNewPets } from '../../../../fixtures/testing/new-pet.ts'
import { refused } from '../../../../fixtures/testing/requests.ts'
import type { PlainReply, PlainRequest } from '../../../../mock/edge/in-process.ts'
import type { World } from '../../../../mock/index.ts'
import { lowerCaseNames, type ObservedExchange } from '../../judge.ts'

interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request to a mock; its address begins below the base address. */
type Send = (request: PlainRequest) => Promise<PlainReply>

const key = { Authorization: 'Bearer business-demo-key' }
const json = { ...key, 'Content-Type': 'application/json' }

function create(body: string, headers: Readonly<Record<string, string>> = json): Asked {
  return { method: 'POST', path: '/pets', headers, body }
}

const get = (path: string, headers: Readonly<Record<string, string>> = key): Asked => ({ path, headers })

const PET = '{"name":"Biscuit","categoryId":2}'

/** Requests of every kind: as documented, against the document, and beyond it. */
const asked: readonly Asked[] = [
  get('/pets'),
  get('/pets?limit=1'),
  get('/pets?limit=100&status=sold'),
  ...['0', '101', '-1', '2.5', '1e1', '020', '', 'ten', '9223372036854775808'].map((limit) =>
    get(`/pets?limit=${limit}`),
  ),
  get('/pets?limit=5&limit=6'),
  get('/pets?status=lost'),
  get('/pets?status=Sold'),
  get('/pets?color=red'),
  get('/pets', { ...key, 'If-None-Match': '"x"' }),
  ...['1', '01', '+1', '%31', '1.0', '1e0', 'one', '-1', '0', '9007199254740993'].map((id) =>
    get(`/pets/${id}`),
  ),
  get('/pets/9223372036854775807'),
  get('/pets/9223372036854775808'),
  get('/pets/-9223372036854775808'),
  get('/pets/-9223372036854775809'),
  get('/pets/1?color=red'),
  get('/pets/%ZZ'),
  get('/pets/1%2F2'),
  ...validNewPets.map(({ body }) => create(body)),
  ...invalidNewPets.map(({ body }) => create(body)),
  create('{"name":"Biscuit","categoryId":2,"status":null}'),
  create('{"name":"Biscuit","categoryId":2,"name":"Mochi"}'),
  create('{"name":"Biscuit","categoryId":2,"color":"red","weight":18446744073709551616}'),
  create('{"name":"Biscuit","categoryId":9007199254740993}'),
  create('{"name":"Biscuit","categoryId":9223372036854775807}'),
  create('{"name":"Biscuit","categoryId":-9223372036854775808}'),
  create('{"name":"Biscuit","categoryId":2.0}'),
  create(PET, { ...json, 'Content-Type': 'application/json;' }),
  create(PET, { ...json, 'Content-Type': 'Application/JSON; charset=UTF-8' }),
  create(PET, { ...json, 'Content-Type': 'text/plain' }),
  create(PET, { ...json, 'Content-Type': 'json' }),
  create(PET, { ...json, 'Content-Encoding': 'gzip' }),
  create(`{"name":"${'x'.repeat(200_000)}","categoryId":2}`),
  { method: 'POST', path: '/pets', headers: json },
  create(PET, { 'Content-Type': 'application/json' }),
  get('/pets', {}),
  get('/pets', { Authorization: 'Bearer no-such-key' }),
  get('/pets', { Authorization: 'bearer business-demo-key' }),
  get('/pets', { Authorization: 'BEARER  business-demo-key' }),
  get('/pets', { Authorization: 'Basic YTpi' }),
  get('/pets', { Authorization: 'Bearer' }),
  get('/pets/1?api_key=business-demo-key', {}),
  { ...get('/pets'), method: 'HEAD' },
  { ...get('/pets/1'), method: 'HEAD' },
  { ...get('/pets'), method: 'OPTIONS' },
  ...refused.map(({ method, path }) => ({ ...get(path), method })),
  get('/pets/'),
  get('/owners'),
  get('/'),
]

/**
 * The requests and their replies, as Prism judges them; then those of going over the limit, and of going on until the
 * operation is removed.
 */
export async function lawfulTraffic(
  { keys, clock }: Pick<World, 'keys' | 'clock'>,
  send: Send,
): Promise<readonly ObservedExchange[]> {
  const exchanges: ObservedExchange[] = []
  const record = async ({ method = 'GET', path, headers, body }: Asked): Promise<void> => {
    const reply = await send({ method, url: path, headers, body })
    exchanges.push({ method, path, requestHeaders: lowerCaseNames(headers), requestBody: body, ...reply })
  }
  for (const one of asked) await record(one)
  keys.setRemaining('business-demo-key', { minute: 0 })
  for (let refused = 0; refused < 12; refused += 1) await record(get('/pets'))
  for (const one of [create(PET), get('/pets/1'), { ...get('/pets'), method: 'HEAD' }]) await record(one)
  clock.set('2030-12-05T00:00:01Z')
  keys.setRemaining('business-demo-key', { minute: 100 })
  for (const one of [get('/pets/1'), get('/pets')]) await record(one)
  return exchanges
}
