import type { Asking } from './start.ts'

/** The path of the default world. */
export const W = '/_mock/worlds/default'
/** The path of a key of the default world. */
const KEY = `${W}/keys/free-demo-key`

/** A request with a JSON body. */
export function json(body: unknown): Asking {
  return raw(JSON.stringify(body))
}

function raw(body: string, type = 'application/json'): Asking {
  return { headers: { 'Content-Type': type }, body }
}

/** A request with its refusal. */
export type Refused = readonly [
  request: string,
  asking: Asking,
  status: number,
  code: string,
  message: string | RegExp,
]

/** Requests that the control API refuses, in the order of its document. */
export const refused: readonly Refused[] = [
  // Paths and resources that do not exist.
  ['GET /_mock/wrlds', {}, 404, 'path_not_found', 'There is no /_mock/wrlds. Did you mean /_mock/worlds?'],
  [
    'GET /_mock/worlds/default/key/free-demo-key',
    {},
    404,
    'path_not_found',
    /Did you mean \/_mock\/worlds\/default\/keys\/free-demo-key\?$/,
  ],
  ['GET /_mock/x'.padEnd(60, 'x'), {}, 404, 'path_not_found', `There is no ${'/_mock/x'.padEnd(56, 'x')}.`],
  [
    'GET /_mock/worlds//events',
    {},
    404,
    'path_not_found',
    'There is no /_mock/worlds//events. Did you mean /_mock/worlds/{world}?',
  ],
  ['GET /_mock/Worlds', {}, 404, 'path_not_found', /Did you mean \/_mock\/worlds\?$/],
  [
    'GET /_mock/worlds/stagign/clock',
    {},
    404,
    'not_found',
    'There is no world "stagign". Did you mean staging?',
  ],
  [
    `GET ${W}/keys/free-demo-kye`,
    {},
    404,
    'not_found',
    'There is no key "free-demo-kye". Did you mean free-demo-key?',
  ],
  [`DELETE ${W}/faults/7`, {}, 404, 'not_found', 'There is no fault 7; it may have healed'],
  [`DELETE ${W}/faults/one`, {}, 400, 'invalid_parameter', 'id must be an integer'],
  [`GET ${W}/keys/%E0%A4%A`, {}, 400, 'invalid_parameter', 'The path is not percent-encoded'],

  // Methods.
  ['PATCH /_mock/worlds', {}, 405, 'method_not_allowed', /answers GET, POST, HEAD, OPTIONS$/],
  [`GET ${W}/reset`, {}, 405, 'method_not_allowed', /answers POST, OPTIONS$/],

  // Bodies.
  [`PUT ${W}/limits`, {}, 400, 'invalid_body', 'A body is required: a JSON object'],
  [`PUT ${W}/limits`, raw('{"on":'), 400, 'malformed_json', /^The body is not JSON: /],
  [`PUT ${W}/limits`, raw('\u{feff}'), 400, 'malformed_json', /^The body is not JSON: /],
  [`PUT ${W}/limits`, raw('null'), 400, 'invalid_body', 'The body must be an object'],
  [`PUT ${W}/snapshot`, raw('null'), 400, 'invalid_body', 'The body must be an object'],
  [`PUT ${W}/limits`, json({ on: 'no' }), 400, 'invalid_body', 'on must be a boolean'],
  [
    `PUT ${W}/limits`,
    json({ onn: true }),
    400,
    'invalid_body',
    'on is required; onn is not known. Did you mean on?',
  ],
  [`PUT ${W}/limits`, raw('{"on":true,"__proto__":{}}'), 400, 'invalid_body', '__proto__ is not known'],
  [`POST ${W}/reset`, json({ seed: 7 }), 400, 'invalid_body', 'seed is not known'],
  [
    `PUT ${W}/limits`,
    raw('on=false', 'application/x-www-form-urlencoded'),
    415,
    'unsupported_media_type',
    /json/,
  ],
  [`PUT ${W}/limits`, raw('{"on":false}', 'text/plain'), 415, 'unsupported_media_type', /json/],
  [
    `PUT ${W}/limits`,
    { headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, body: '{}' },
    415,
    'unsupported_media_type',
    /not compressed/,
  ],

  // Worlds.
  [
    'POST /_mock/worlds',
    json({ name: 'Big' }),
    400,
    'invalid_body',
    'name must be 1 to 40 lower-case letters (a to z), digits and hyphens, but not v1',
  ],
  ['POST /_mock/worlds', json({ name: 'v1' }), 400, 'invalid_body', /not v1$/],
  [
    'POST /_mock/worlds',
    json({ name: 'staging' }),
    409,
    'conflict',
    'The world staging exists already: remove or reset it',
  ],
  ['POST /_mock/worlds', json({ name: 'w', pets: 3e6 }), 400, 'invalid_body', 'pets must be <= 2000000'],
  ['POST /_mock/worlds', json({ name: 'w', seed: -1 }), 400, 'invalid_body', 'seed must be >= 0'],
  [
    'POST /_mock/worlds',
    json({ name: 'w', choices: { 'limit-above-10': '400' } }),
    400,
    'invalid_body',
    'There is no open point "limit-above-10". Did you mean limit-above-100?',
  ],
  [
    'DELETE /_mock/worlds/default',
    {},
    409,
    'conflict',
    'The world default cannot be removed: reset it instead',
  ],

  // Leases.
  [
    `PUT ${W}/leases/Mine`,
    json({ seconds: 20 }),
    400,
    'invalid_parameter',
    'lease must be 1 to 40 lower-case letters (a to z), digits and hyphens',
  ],
  [`PUT ${W}/leases/mine`, json({ keys: [] }), 400, 'invalid_body', 'seconds is required'],
  [`PUT ${W}/leases/mine`, json({ seconds: 1e4 }), 400, 'invalid_body', 'seconds must be <= 3600'],
  [
    `DELETE ${W}/leases/mine`,
    {},
    404,
    'not_found',
    'There is no lease mine; it may have ended, or its world was reset',
  ],

  // Pets.
  [`POST ${W}/pets`, json({ name: 'Rex' }), 400, 'invalid_body', 'categoryId is required'],
  [
    `POST ${W}/pets`,
    json({ id: 1, name: 'Rex', categoryId: 1 }),
    409,
    'conflict',
    /^The pet 1 exists already/,
  ],
  [`PATCH ${W}/pets/1`, json({ status: 'slod' }), 400, 'invalid_body', /Did you mean sold\?$/],
  [`PATCH ${W}/pets/1`, json({}), 400, 'invalid_body', 'The body must not be empty'],
  [`DELETE ${W}/pets/7000`, {}, 404, 'not_found', 'There is no pet 7000'],
  [
    `DELETE ${W}/pets/99999999999999999999`,
    {},
    400,
    'invalid_parameter',
    'petId must be an integer from -2^63 to 2^63 - 1',
  ],

  // Clock.
  [
    `PUT ${W}/clock`,
    json({ now: '2030-12-05' }),
    400,
    'invalid_body',
    'now must be a time such as 2030-12-05T00:00:00Z',
  ],
  [`PUT ${W}/clock`, json({ now: '2030-12-05T25:00:00Z' }), 400, 'invalid_body', /^now must be a time/],
  [`PUT ${W}/clock`, json({ speed: 0 }), 400, 'invalid_body', 'speed must be >= 0.001'],
  [`PUT ${W}/clock`, raw('{"speed": 1e999}'), 400, 'invalid_body', /^speed must be/],
  [`PUT ${W}/clock`, json({}), 400, 'invalid_body', 'The body must not be empty'],
  [
    `POST ${W}/clock/advance`,
    json({ minute: 1 }),
    400,
    'invalid_body',
    'minute is not known. Did you mean minutes?',
  ],
  [`POST ${W}/clock/advance`, json({ days: -1 }), 400, 'invalid_body', 'days must be >= 0'],

  // Keys.
  [
    `POST ${W}/keys`,
    json({ key: 'two words', plan: 'free' }),
    400,
    'invalid_body',
    /^key must be 1 to 200 letters/,
  ],
  [
    `POST ${W}/keys`,
    json({ key: 'k', plan: 'fre' }),
    400,
    'invalid_body',
    /^plan must be one of .* Did you mean free\?$/,
  ],
  [`POST ${W}/keys`, json({ key: 'k', plan: 'free', perDay: 5 }), 400, 'invalid_body', /has its own figures/],
  [`POST ${W}/keys`, json({ key: 'free-demo-key', plan: 'free' }), 409, 'conflict', /free…ey exists already/],
  [`PATCH ${KEY}`, json({ perDay: 5 }), 400, 'invalid_body', 'plan is required'],
  [`PUT ${KEY}/remaining`, json({}), 400, 'invalid_body', 'The body must not be empty'],
  [`PUT ${KEY}/remaining`, json({ minute: 0.5 }), 400, 'invalid_body', 'minute must be an integer'],
  [`POST ${KEY}/ban`, json({ seconds: 0 }), 400, 'invalid_body', 'seconds must be >= 1'],
  [`POST ${KEY}/ban`, json({ seconds: 1e300 }), 400, 'invalid_body', 'seconds must be <= 31536000'],

  // Choices.
  [
    `PATCH ${W}/choices`,
    json({ 'limit-above-100': 'clampt' }),
    400,
    'invalid_body',
    '"clampt" is no lawful variant of limit-above-100. Did you mean clamped? Lawful: 400, clamped, ignored',
  ],
  [
    `PATCH ${W}/choices`,
    raw('{"__proto__":"400"}'),
    400,
    'invalid_body',
    /^There is no open point "__proto__"\. There are limit-below-1, limit-above-100, /,
  ],
  [`POST ${W}/choices/vary`, json({ seed: 'seven' }), 400, 'invalid_body', 'seed must be an integer'],

  // Faults.
  [`POST ${W}/faults`, json({}), 400, 'invalid_body', /^effect is required, as in \{/],
  [`POST ${W}/faults`, json({ effect: 503 }), 400, 'invalid_body', 'effect must be an object'],
  [`POST ${W}/faults`, json({ effect: { status: 503 } }), 400, 'invalid_body', 'effect.kind is required'],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'stats', status: 503 } }),
    400,
    'invalid_body',
    'effect.kind must be one of delay, status, cut, not-json, trickle. Did you mean status?',
  ],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'status', state: 503 } }),
    400,
    'invalid_body',
    'effect.status is required; effect.state is not known. Did you mean status?',
  ],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'status', status: 600 } }),
    400,
    'invalid_body',
    'effect.status must be <= 599',
  ],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'delay', from: 9, to: 3 } }),
    400,
    'invalid_body',
    'effect.to must be >= 9, which is effect.from',
  ],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'not-json' }, key: 'free-demo-kye' }),
    400,
    'invalid_body',
    'There is no key "free-demo-kye". Did you mean free-demo-key?',
  ],
  [
    `POST ${W}/faults`,
    json({ effect: { kind: 'not-json' }, times: 0 }),
    400,
    'invalid_body',
    'times must be >= 1',
  ],

  // Parameters.
  [`GET ${W}/journal?satus=429`, {}, 400, 'invalid_parameter', 'satus is not known. Did you mean status?'],
  [`GET ${W}/journal?status=ok`, {}, 400, 'invalid_parameter', 'status must be an integer'],
  [`GET ${W}/journal?limit=0`, {}, 400, 'invalid_parameter', 'limit must be >= 1'],
  [`GET ${W}/journal?operation=listPet`, {}, 400, 'invalid_parameter', /Did you mean listPets\?$/],
  [`GET ${W}/journal?limit=1&limit=2`, {}, 400, 'invalid_parameter', 'limit is given more than once'],
  [`POST ${W}/reset?seed=7`, {}, 400, 'invalid_parameter', 'seed is not known'],
]
