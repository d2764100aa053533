/**
 * Pet Store Service, interface version 1.0.0, on bare node:http.
 *
 *   PORT=0 KEYS=free-key:free,big-key:enterprise node service.mjs
 *
 * Environment
 *   PORT     port on 127.0.0.1, 0 = any free one (8080 when not set)
 *   KEYS     key:plan,key:plan,…  with plan free, pro, business or enterprise;
 *            an enterprise key may state its own contract: key:enterprise:<per minute>/<per day>
 *   PETS     number of pets at the start (40)
 *   CONTROL  1 = answer under /control, which moves the clock and the counters for tests
 *
 * Where the interface document is silent
 *   Status omitted on creation   The field stays absent; such a pet passes no status filter.
 *   Null as a value              Invalid, also for the optional `status`.
 *   Limits of `name`             None; the empty string is a name too.
 *   Categories                   Any int64 is taken; there is no register of categories to check against.
 *   What an integer is           Its value counts, not its spelling: 7, 7.0 and 70e-1 are the same; "7" is none.
 *   Unknown body fields          Ignored, an `id` sent by the client too. Of repeated fields the last one counts.
 *   Not JSON, no body            400. Other media type, charset or content coding: 415; no media type: taken as JSON.
 *   Size                         Bodies up to 256 KiB, otherwise 413. A full store answers 507 and forgets nothing.
 *   `limit` out of bounds        Moved to the nearest bound; not an integer: 20. (GET /pets lists no 400.)
 *   `status` not in the list     Nothing matches: an empty page. An empty parameter is as good as none.
 *   Repeated query parameters    The first one counts. Unknown ones are ignored.
 *   Order of the list            Newest first.
 *   Further pages                `Link: <…>; rel="next"` with an opaque `cursor`; no such link on the last page.
 *                                Pets added meanwhile do not shift it. A cursor never handed out: 400.
 *   petId not an int64           404, like any other id that no animal has. Leading zeros and plus signs are not read.
 *   Removal                      On 2030-12-05T00:00Z the operation is gone: 410, after the key was checked.
 *   Other methods                405 with Allow; HEAD goes with GET; OPTIONS: 204 with Allow.
 *   Other paths below /v1        401 without a key, 404 with one.
 *   What counts                  Every admitted request with a valid key, whatever comes of it; refused ones do not.
 *   Windows                      A window opens with the first request after the last one ended: 60 seconds, 24 hours.
 *   Which limit the headers show The window with fewer requests left; of two equal ones the one that ends later.
 *   Headers without a valid key  Limit 0, remaining 0, reset now. Such requests get 401 and are never limited.
 *   X-RateLimit-Reset            Whole seconds, rounded up.
 *   Retry-After                  Seconds; waits of more than ten minutes as an HTTP date (`Date` tells the same clock).
 *   Ban                          25 refusals within a minute ban a key for 15 minutes. A banned key that is over its
 *                                limit still gets 429 (waiting for both), otherwise 403 with Retry-After.
 *   Enterprise                   3,000 per minute and 1,000,000 per day unless KEYS says otherwise.
 *   100 Continue                 Interim, not one of the responses that carry limits; sent only after key and limits.
 *   CONNECT                      Not answered, the connection is closed.
 *
 * Lawful oddities
 *    1. 429 has no body at all.
 *    2. Retry-After changes between seconds and an HTTP date.
 *    3. Header names are written in lower case.
 *    4. Ids are random positive int64, mostly beyond 2^53.
 *    5. JSON goes out as pure ASCII, everything else escaped as \uXXXX, and ends with a line feed.
 *    6. Lists are chunked, without Content-Length; bodies from 512 characters on are gzipped when asked for.
 *    7. Further fields: `addedAt` in Pet, `requestId` and sometimes `details` in Error.
 *    8. Further headers: x-request-id, vary, cache-control, and sunset, deprecation, link on the deprecated operation.
 *    9. Error codes are dotted, such as `auth.key_unknown`.
 *   10. HTML for paths outside of /v1.
 */
import { createServer, STATUS_CODES } from 'node:http';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const BASE = '/v1';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const MAX_TIME = Date.UTC(9999, 11, 31);

const PLANS = {
  free: [60, 1_000],
  pro: [300, 10_000],
  business: [1_000, 100_000],
  enterprise: [3_000, 1_000_000],
};
const STRIKES_TO_BAN = 25;
const BAN = 15 * MINUTE;
const LONGEST_WAIT_IN_SECONDS = 10 * MINUTE;

const STATUSES = ['available', 'pending', 'sold'];
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const MAX_BODY_BYTES = 256 * 1024;
const MAX_ADDED_PETS = 50_000;
const MAX_ADDED_TEXT = 32 * 1024 * 1024;
const GZIP_FROM = 512;

const REMOVAL = Date.UTC(2030, 11, 5);
const DEPRECATION_HEADERS = {
  deprecation: `@${Date.UTC(2025, 11, 5) / SECOND}`,
  sunset: new Date(REMOVAL).toUTCString(),
  link: `<${BASE}/pets>; rel="successor-version"`,
};

// ---------------------------------------------------------------- clock
let clockOffset = 0;
let clockFrozenAt = null;

/** The only source of time. */
const now = () => clockFrozenAt ?? Date.now() + clockOffset;

const freezeClock = () => { clockFrozenAt = now(); };

function advanceClock(ms) {
  if (clockFrozenAt === null) clockOffset += ms;
  else clockFrozenAt += ms;
}

// ---------------------------------------------------------------- replies
// A reply is { status, headers, body }; body is a string, or an array of strings that are sent as chunks.
const FOREIGN_PATH = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n<title>Not here</title>\n<p>The pet store lives under ${BASE}.</p>\n`,
};

const json = (status, value, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: toJson(value),
});

/** Thrown anywhere below a request; becomes an Error body. */
class Refusal extends Error {
  constructor(status, code, message, { headers = {}, details } = {}) {
    super(message);
    Object.assign(this, { status, code, headers, details });
  }

  toReply(requestId) {
    const { status, code, message, details } = this;
    return json(status, { code, message, status, details, requestId }, this.headers);
  }
}

// ---------------------------------------------------------------- JSON with exact numbers
/** A number as it stands in the JSON text. */
class NumberText {
  constructor(text) { this.text = text; }

  /** The exact int64 value, or undefined if it is no integer or out of range. */
  toInt64() {
    const [, sign, whole, fraction = '', exponent = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text);
    const digits = (whole + fraction).replace(/^0+/, '');
    const significant = digits.replace(/0+$/, '');
    if (significant === '') return 0n;
    const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
    if (zeros < 0 || significant.length + zeros > 19) return undefined;
    const value = BigInt(sign + significant + '0'.repeat(zeros));
    return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
  }
}

const parseJson = (text) =>
  JSON.parse(text, (_key, value, { source }) => (typeof value === 'number' ? new NumberText(source) : value));

const toJson = (value) =>
  JSON.stringify(value, (_key, v) => (typeof v === 'bigint' ? JSON.rawJSON(v.toString()) : v))
    .replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`) + '\n';

// ---------------------------------------------------------------- pets
const SEED_NAMES = [
  'Bramble', 'Óli', 'Juniper', 'Mr. Whiskers', 'Pepper', 'Zoë', 'Biscuit', 'Sushi 寿司', 'Marlow', 'Tilly',
  'Fennel', 'Gizmo', "O'Malley", 'Hazel', 'Nimbus', 'Käthe', 'Pickle', 'Rufus', 'Saffron', 'Tango',
];
const SEED_CATEGORIES = [1n, 2n, 3n, 17n, 9_007_199_254_740_993n, 9_223_372_036_854_775_806n];
const SEED_STATUSES = ['available', 'available', 'pending', 'sold', 'available', undefined, 'pending'];

class PetStore {
  #pets = [];
  #byId = new Map();
  #addedText = 0;
  #seed;

  constructor(seedSize) {
    const opened = now() - seedSize * MINUTE;
    for (let i = 0; i < seedSize; i++) {
      const litter = Math.floor(i / SEED_NAMES.length);
      this.#insert({
        name: SEED_NAMES[i % SEED_NAMES.length] + (litter ? ` ${litter + 1}` : ''),
        categoryId: SEED_CATEGORIES[i % SEED_CATEGORIES.length],
        status: SEED_STATUSES[i % SEED_STATUSES.length],
      }, opened + i * MINUTE);
    }
    this.#seed = this.#pets.slice();
  }

  reset() {
    this.#pets = this.#seed.slice();
    this.#byId = new Map(this.#pets.map((pet) => [pet.id, pet]));
    this.#addedText = 0;
  }

  get(id) {
    return this.#byId.get(id);
  }

  add(newPet) {
    const full = this.#pets.length - this.#seed.length >= MAX_ADDED_PETS
      || this.#addedText + newPet.name.length > MAX_ADDED_TEXT;
    if (full) throw new Refusal(507, 'store.full', 'The store cannot take any more animals.');
    this.#addedText += newPet.name.length;
    return this.#insert(newPet, now());
  }

  /** One page, newest first, of the pets older than position `before`; `next` is where another page starts. */
  page({ limit, status, before = this.#pets.length }) {
    const pets = [];
    let last;
    for (let at = Math.min(before, this.#pets.length) - 1; at >= 0; at--) {
      if (status !== undefined && this.#pets[at].status !== status) continue;
      if (pets.length === limit) return { pets, next: last };
      pets.push(this.#pets[at]);
      last = at;
    }
    return { pets };
  }

  #insert({ name, categoryId, status }, time) {
    let id;
    do id = randomBytes(8).readBigUInt64BE() >> 1n; while (id === 0n || this.#byId.has(id));
    const pet = Object.freeze({ name, categoryId, status, id, addedAt: new Date(time).toISOString() });
    this.#pets.push(pet);
    this.#byId.set(id, pet);
    return pet;
  }
}

/** Checks a NewPet body and returns what is kept of it. */
function readNewPet(body) {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof NumberText);
  if (!isObject) throw new Refusal(400, 'pet.not_an_object', 'The body must be a JSON object.');

  const details = [];
  const field = (name) => (Object.hasOwn(body, name) ? body[name] : undefined);
  const complain = (name, wanted) =>
    details.push({ field: name, problem: field(name) === undefined ? 'required' : `must be ${wanted}` });

  const name = field('name');
  if (typeof name !== 'string') complain('name', 'a string');

  const categoryText = field('categoryId');
  const categoryId = categoryText instanceof NumberText ? categoryText.toInt64() : undefined;
  if (categoryId === undefined) complain('categoryId', 'a 64-bit integer');

  const status = field('status');
  if (status !== undefined && !STATUSES.includes(status)) complain('status', `one of ${STATUSES.join(', ')}`);

  if (details.length > 0) {
    const summary = details.map((d) => `${d.field}: ${d.problem}`).join('; ');
    throw new Refusal(400, 'pet.invalid', `The animal is not valid (${summary}).`, { details });
  }
  return { name, categoryId, status };
}

// ---------------------------------------------------------------- keys and limits
class Window {
  constructor(limit, span) {
    Object.assign(this, { limit, span, left: limit, endsAt: -Infinity });
  }

  /** Opens a new window if the last one is over. */
  at(time) {
    if (time >= this.endsAt) {
      this.left = this.limit;
      this.endsAt = time + this.span;
    }
    return this;
  }
}

class Account {
  constructor(perMinute, perDay) {
    this.limits = { perMinute, perDay };
    this.reset();
  }

  reset() {
    this.minute = new Window(this.limits.perMinute, MINUTE);
    this.day = new Window(this.limits.perDay, DAY);
    this.bannedUntil = this.strikesSince = -Infinity;
    this.strikes = 0;
  }

  windows(time) {
    return [this.minute.at(time), this.day.at(time)];
  }

  /** Counts one request. Returns undefined, or why it is refused and until when. */
  admit(time) {
    const windows = this.windows(time);
    const exhausted = windows.filter((w) => w.left <= 0);
    if (exhausted.length > 0) {
      this.#strike(time);
      return { reason: 'limit', until: Math.max(this.bannedUntil, ...exhausted.map((w) => w.endsAt)) };
    }
    if (time < this.bannedUntil) return { reason: 'ban', until: this.bannedUntil };
    for (const w of windows) w.left--;
    return undefined;
  }

  #strike(time) {
    if (time < this.bannedUntil) return;
    if (time >= this.strikesSince + MINUTE) {
      this.strikes = 0;
      this.strikesSince = time;
    }
    if (++this.strikes >= STRIKES_TO_BAN) this.bannedUntil = time + BAN;
  }
}

/** `key:plan,key:enterprise:5000/200000` → Map of key to Account. */
function readKeys(text) {
  const accounts = new Map();
  for (const entry of text.split(',').map((s) => s.trim()).filter(Boolean)) {
    const [, key, plan, perMinute, perDay] =
      /^([\w.~+/=-]+):(free|pro|business|enterprise)(?:(?<=enterprise):(\d+)\/(\d+))?$/.exec(entry)
      ?? fail(`KEYS: cannot read ${JSON.stringify(entry)}`);
    const limits = perMinute ? [Number(perMinute), Number(perDay)] : PLANS[plan];
    accounts.set(key, new Account(...limits));
  }
  return accounts;
}

function rateHeaders(account, time) {
  const windows = account?.windows(time) ?? [{ limit: 0, left: 0, endsAt: time }];
  const [shown] = windows.toSorted((a, b) => a.left - b.left || b.endsAt - a.endsAt);
  return {
    'x-ratelimit-limit': shown.limit,
    'x-ratelimit-remaining': shown.left,
    'x-ratelimit-reset': Math.ceil(shown.endsAt / SECOND),
  };
}

function retryAfter(until, time) {
  if (until - time <= LONGEST_WAIT_IN_SECONDS) return Math.ceil((until - time) / SECOND);
  return new Date(Math.ceil(until / SECOND) * SECOND).toUTCString();
}

const bearerToken = (req) => /^bearer +([\w.~+/=-]+)$/i.exec(req.headers.authorization ?? '')?.[1];

// ---------------------------------------------------------------- the service
const env = process.env;
const accounts = readKeys(env.KEYS ?? '');
const store = new PetStore(readCount('PETS', 40));
const controlled = env.CONTROL === '1';

function listPets({ query }) {
  const limit = pageSize(query.get('limit'));
  const status = query.get('status') || undefined;
  const { pets, next } = store.page({ limit, status, before: readCursor(query.get('cursor')) });

  const body = ['[', ...pets.map((pet, i) => (i ? ',' : '') + toJson(pet)), ']\n'];
  if (next === undefined) return { ...json(200, []), body };
  const search = new URLSearchParams({ limit, ...(status && { status }), cursor: writeCursor(next) });
  return { ...json(200, [], { link: `<${BASE}/pets?${search}>; rel="next"` }), body };
}

function pageSize(text) {
  if (!/^-?\d+$/.test(text ?? '')) return 20;
  return Math.min(100, Math.max(1, Number(text)));
}

const writeCursor = (position) => Buffer.from(`before ${position}`).toString('base64url');

function readCursor(text) {
  if (!text) return undefined;
  const position = /^before (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  if (position === undefined) throw new Refusal(400, 'list.cursor_unknown', 'This cursor was not handed out here.');
  return Number(position);
}

async function createPet({ req, res }) {
  return json(201, store.add(readNewPet(await readBody(req, res))));
}

function getPet({ segment }) {
  const id = /^(0|-?[1-9]\d{0,18})$/.test(segment) ? BigInt(segment) : undefined;
  const pet = store.get(id);
  if (!pet) throw new Refusal(404, 'pet.unknown', 'There is no animal with this identifier.');
  return json(200, pet);
}

/** Finds what a path below /v1 offers: its methods, and headers that go with all its answers. */
function route(segments, time) {
  const [collection, segment, ...rest] = segments;
  if (collection !== 'pets' || rest.length > 0) return undefined;
  if (segment === undefined) return { methods: { GET: listPets, HEAD: listPets, POST: createPet } };
  if (time < REMOVAL) return { methods: { GET: getPet, HEAD: getPet }, headers: DEPRECATION_HEADERS, segment };
  throw new Refusal(410, 'operation.removed', 'List the animals instead.', { headers: DEPRECATION_HEADERS });
}

async function serve(exchange) {
  const { req, res, path, query, account, time } = exchange;

  if (req.httpVersion === '1.1' && req.headersDistinct.host?.length !== 1) {
    throw new Refusal(400, 'http.host', 'Exactly one Host header is required.');
  }
  if (path !== BASE && !path.startsWith(`${BASE}/`)) return FOREIGN_PATH;
  if (!account) throw unauthorized(req);

  const refused = account.admit(time);
  exchange.rate = rateHeaders(account, time);
  if (refused) {
    const headers = { 'retry-after': retryAfter(refused.until, time) };
    if (refused.reason === 'limit') return { status: 429, headers, body: '' };
    throw new Refusal(403, 'limit.key_banned', 'This API key is banned for a while; wait as Retry-After says.', { headers });
  }

  const target = route(segmentsOf(path.slice(BASE.length)), time);
  if (!target) throw new Refusal(404, 'path.unknown', 'There is nothing at this path.');
  exchange.headers = target.headers;

  const allow = { allow: [...Object.keys(target.methods), 'OPTIONS'].join(', ') };
  if (req.method === 'OPTIONS') return { status: 204, headers: allow };
  if (!Object.hasOwn(target.methods, req.method)) {
    throw new Refusal(405, 'method.unsupported', `This path does not take ${req.method}.`, { headers: allow });
  }
  return target.methods[req.method]({ req, res, query, segment: target.segment });
}

function unauthorized(req) {
  const [code, message, challenge] = req.headers.authorization === undefined
    ? ['auth.key_missing', 'Send your API key as "Authorization: Bearer <API_KEY>".', 'Bearer realm="pets"']
    : ['auth.key_unknown', 'This is not a valid API key.', 'Bearer realm="pets", error="invalid_token"'];
  return new Refusal(401, code, message, { headers: { 'www-authenticate': challenge } });
}

/** Path segments after the base; an encoded slash stays inside its segment. */
function segmentsOf(path) {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Origin form (`/v1/pets?…`) and absolute form (`http://host/v1/pets?…`). */
function targetOf(url) {
  const [, path, search = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)(?:\?(.*))?$/is.exec(url);
  return { path: path || '/', query: new URLSearchParams(search) };
}

async function readBody(req, res) {
  const { 'content-type': type, 'content-encoding': coding = 'identity', 'content-length': length } = req.headers;
  if (type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?;?\s*$/i.test(type)) {
    throw new Refusal(415, 'body.media_type', 'The body must be application/json in UTF-8.');
  }
  if (!/^identity$/i.test(coding)) throw new Refusal(415, 'body.coding', 'The body must not be encoded.');
  const tooLarge = new Refusal(413, 'body.too_large', `The body must not exceed ${MAX_BODY_BYTES} bytes.`);
  if (Number(length) > MAX_BODY_BYTES) throw tooLarge;
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();

  const chunks = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  if (size === 0) throw new Refusal(400, 'body.missing', 'A JSON body is required.');
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Refusal(400, 'body.not_json', 'The body is not valid JSON in UTF-8.');
  }
}

// ---------------------------------------------------------------- control, for tests
const controls = {
  freeze() {
    freezeClock();
    return { now: now() };
  },
  advance({ seconds }) {
    const ms = Math.round(seconds * SECOND);
    const sane = typeof seconds === 'number' && ms >= 0 && now() + ms + DAY < MAX_TIME;
    if (!sane) throw new Refusal(400, 'control.seconds', 'seconds must be a number, not negative.');
    advanceClock(ms);
    return { now: now() };
  },
  remaining({ key, ...left }) {
    const account = accounts.get(key);
    if (!account) throw new Refusal(404, 'control.key', 'No such key.');
    account.windows(now());
    for (const name of ['minute', 'day']) {
      if (Number.isInteger(left[name]) && left[name] >= 0) account[name].left = left[name];
    }
    return {};
  },
  reset() {
    store.reset();
    for (const account of accounts.values()) account.reset();
    return {};
  },
};

async function control({ req, path }) {
  const name = path.slice('/control/'.length);
  if (req.method !== 'POST' || !Object.hasOwn(controls, name)) {
    throw new Refusal(404, 'control.unknown', 'There is no such control.');
  }
  const text = Buffer.concat(await Array.fromAsync(req)).toString();
  return json(200, controls[name](JSON.parse(text || '{}')));
}

// ---------------------------------------------------------------- HTTP
/** What is going on on a connection, for answers to requests that break off as malformed. */
const exchanges = new WeakMap();

async function handle(req, res) {
  const time = now();
  const account = accounts.get(bearerToken(req));
  const rate = rateHeaders(account, time);
  const exchange = { req, res, time, account, rate, id: randomUUID(), ...targetOf(req.url) };
  exchanges.set(req.socket, exchange);

  let reply;
  try {
    const forControl = controlled && exchange.path.startsWith('/control/');
    reply = await (forControl ? control : serve)(exchange);
  } catch (error) {
    if (req.socket.destroyed || req.errored) return;
    if (!(error instanceof Refusal)) console.error(error);
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'service.fault', 'Something went wrong here.');
    reply = refusal.toReply(exchange.id);
  }
  await send(exchange, reply).catch(() => res.destroy());
}

async function send({ req, res, id, time, rate, headers }, reply) {
  const chunks = Array.isArray(reply.body) ? reply.body : [reply.body ?? ''];
  const size = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
  const gzip = size >= GZIP_FROM && acceptsGzip(req.headers['accept-encoding']);

  res.sendDate = false;
  res.writeHead(reply.status, {
    date: new Date(time).toUTCString(),
    'x-request-id': id,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    ...headers,
    ...reply.headers,
    ...rate,
    ...(gzip && { 'content-encoding': 'gzip' }),
    ...(!gzip && chunks.length === 1 && reply.status !== 204 && { 'content-length': size }),
  });
  if (req.method === 'HEAD' || size === 0) res.end();
  else await pipeline(Readable.from(chunks), ...(gzip ? [createGzip()] : []), res);
}

const acceptsGzip = (header = '') => /(^|,)\s*gzip\s*(;\s*q=(1|0\.0*[1-9])[\d.]*\s*)?(,|$)/i.test(header);

/** An answer where node:http has no response object: to requests that cannot be parsed. */
function sendRaw(socket, refusal) {
  const exchange = exchanges.get(socket);
  const unfinished = exchange && !exchange.res.writableFinished;
  if (!socket.writable || (unfinished && exchange.res.headersSent)) return socket.destroy();
  const time = now();
  const id = randomUUID();
  const { status, headers, body } = refusal.toReply(id);
  const fields = {
    date: new Date(time).toUTCString(),
    'x-request-id': id,
    connection: 'close',
    ...headers,
    'content-length': Buffer.byteLength(body),
    ...(unfinished ? exchange.rate : rateHeaders(undefined, time)),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}

const MALFORMED = [400, 'http.malformed', 'This is not a valid HTTP request.'];
const PARSE_REFUSALS = {
  HPE_HEADER_OVERFLOW: [431, 'http.headers_too_large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'http.timeout', 'The request took too long to arrive.'],
};

const server = createServer({ requireHostHeader: false }, handle)
  .on('checkContinue', handle)
  .on('checkExpectation', handle)
  .on('clientError', (error, socket) => sendRaw(socket, new Refusal(...(PARSE_REFUSALS[error.code] ?? MALFORMED))));

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readCount(name, standard) {
  const text = env[name] || String(standard);
  return /^\d{1,6}$/.test(text) ? Number(text) : fail(`${name} must be a whole number, not ${JSON.stringify(text)}`);
}

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));

server.on('error', (error) => fail(error.message));
server.listen(readCount('PORT', 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}${BASE}`);
});
