import type { BadRequest } from './requests.cases.ts'

const HEAD = 'Host: petstore.test\r\nAuthorization: Bearer free-demo-key\r\n\r\n'

interface TargetCase {
  readonly target: string
  /** The lawful statuses: several if the document leaves it open. */
  readonly lawful: readonly number[]
}

const ids: readonly TargetCase[] = [
  ...['9'.repeat(400), `-${'9'.repeat(400)}`, '9'.repeat(10_000), '9223372036854775808'].map(refused),
  ...['+1', '%2B1', '0x1', '1e0', '1.0', '1,0', ' 1'.trim() + '%20', '%201', '1%00', '%00', '１'].map(
    encoded,
  ),
  ...['%zz', '%', '%1', '1%', '%80', '%ed%a0%bd', '%F0%9F%90%B6', '1%2F2', '%2F', '..', '.', '1;a=b'].map(
    refused,
  ),
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '[]',
    '{}',
    "'1'",
    '1|1',
    '$ne',
    '__proto__',
    'constructor',
  ].map(refused),
  ...['1', '001', '%31', `${'0'.repeat(399)}1`].map((id) => ({ target: `/v1/pets/${id}`, lawful: [200] })),
  ...['0', '-1', '-0', '%2D1', '9223372036854775807'].map((id) => ({
    target: `/v1/pets/${id}`,
    lawful: [404],
  })),
]

const paths: readonly TargetCase[] = [
  ...['/v1/pets/', '/v1/pets/1/', '/v1/pets//', '/v1//pets', '//v1/pets', '/v1/PETS', '/V1/pets'].map(
    unknown,
  ),
  ...['/v1', '/v1/', '/', '//', '///', '/v1/./pets', '/x/../v1/pets', '/v1/%70ets', '/v1/pets%2F1'].map(
    unknown,
  ),
  ...['/v1/pets%00', '/v1/pets;x=1', '/v1/pets/1/2', '/v2/pets', '/nowhere/v1/pets', '/default/v1/pets'].map(
    unknown,
  ),
  ...['/__proto__/v1/pets', '/constructor/v1/pets', '/%/v1/pets', '/_mockery', `/${'a/'.repeat(5_000)}`].map(
    unknown,
  ),
  { target: '*', lawful: [404] },
  { target: 'http://petstore.test/v1/pets', lawful: [200] },
  { target: 'http://elsewhere.test:1/v1/pets?limit=1', lawful: [200] },
  { target: 'HTTP://petstore.test', lawful: [404] },
  { target: 'http://[::1/v1/pets', lawful: [400] },
  { target: 'http://a:99999999/v1/pets', lawful: [400] },
  { target: 'http:///v1/pets', lawful: [400, 404] },
  { target: 'ftp:pets', lawful: [400, 404] },
  { target: 'v1/pets', lawful: [400] },
  { target: '?limit=1', lawful: [400] },
  { target: '/v1/pets#limit=1', lawful: [200, 400, 404] },
  { target: '/v1/pets /x', lawful: [400] },
  { target: '/v1/pets/\0', lawful: [400] },
  { target: '/v1/pets/é', lawful: [400] },
  { target: `/${'x'.repeat(100_000)}`, lawful: [431] },
]

const queries: readonly TargetCase[] = [
  ...['limit=5&limit=5', 'limit=5&limit=6', 'limit', 'limit=', 'limit=%', 'limit=%00', 'limit=+5'].map(wrong),
  ...['limit=5%00', 'limit=٣', 'limit=1e1', `limit=${'1'.repeat(5_000)}`, 'status=', 'status=%00'].map(wrong),
  ...['status=sold&status=sold', 'status=__proto__', 'status=constructor', 'limit=-0', 'limit=0'].map(wrong),
  ...['', '&', '&&&&', '=', '%', '%zz=%', 'limit[]=500', 'LIMIT=500', '__proto__=1', '%00'].map(fine),
  ...['limit=%35', 'limit=0005', 'x=1&x=2', 'status=sold', 'status=%73old', `x${'&a'.repeat(5_000)}`].map(
    fine,
  ),
  { target: `/v1/pets?x${'&a'.repeat(10_000)}`, lawful: [431] },
]

function refused(id: string): TargetCase {
  return { target: `/v1/pets/${id}`, lawful: [400] }
}

function encoded(id: string): TargetCase {
  return refused(/[^ -~]/.test(id) ? encodeURIComponent(id) : id)
}

function unknown(target: string): TargetCase {
  return { target, lawful: [404] }
}

function wrong(query: string): TargetCase {
  return { target: `/v1/pets?${/[^ -~]/.test(query) ? encodeURI(query) : query}`, lawful: [400] }
}

function fine(query: string): TargetCase {
  return { target: `/v1/pets?${query}`, lawful: [200] }
}

/** A GET of each target. */
export const badTargets: readonly BadRequest[] = [...ids, ...paths, ...queries].map(({ target, lawful }) => ({
  fact: `GET ${target.slice(0, 80)}`,
  says: `GET ${target} HTTP/1.1\r\n${HEAD}`,
  lawful,
}))
