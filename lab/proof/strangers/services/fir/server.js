/**
 * Pet Store service, interface version 1.0.0.
 *
 * Environment
 *   PORT     port on 127.0.0.1; 0 takes any free one (default 3000)
 *   KEYS     key:plan[,key:plan...]; plans free, pro, business, enterprise
 *   PETS     number of animals at the start (default 40)
 *   CONTROL  1 opens /control, for tests only
 *
 * Where the interface document is silent
 *   paging            Newest animals first. A full page with more behind it carries `Link: <...>; rel="next"`, a
 *                     relative address with `before=<id of the last animal shown>`. The last page has no Link.
 *   bad query values  400 is documented for POST only, so GET /pets stays 200: a `limit` out of bounds is clamped
 *                     to 1 or 100, one that is no integer gives 20; a `status` outside the enumeration and a
 *                     `before` that is no int64 match nothing; an empty value counts as absent. Each correction is
 *                     named in `X-Query-Notice`. A repeated `status` is a union; of other repeats the last counts.
 *                     Unknown parameters are ignored.
 *   status omitted    Stays absent: it is optional in Pet as well. Such animals appear in unfiltered lists only.
 *                     `null` is not a PetStatus (400).
 *   name              Any string of 0 to 2,000 code points, kept as sent: no trimming, no normalisation.
 *   categoryId        Any int64, negative ones included; there are no category records to check it against. An
 *                     integer by value counts (7.0, 7e2); 7.5 and "7" do not.
 *   request body      Up to 64 KiB of UTF-8; fields that NewPet lacks are ignored, `id` too; of duplicate names the
 *                     last one counts. Too large, another media type, broken JSON and broken UTF-8 are all 400.
 *   petId             Whatever is no int64 names no animal: 404. 007 is 7.
 *   deprecation       getPet sends `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a Link to its successor. From
 *                     5 December 2030, 00:00 UTC, it is 404 `operation_removed`.
 *   bearer scheme     The word is matched in any letter case. 401 carries `WWW-Authenticate`.
 *   order of checks   Key, then ban and rate limit, then path, method and body. Every request with a valid key
 *                     counts, HEAD and failing ones too; refused ones (429) use nothing up.
 *   windows           Both open with a key's first request and last 60 s and 24 h from there; the next request
 *                     after the end opens a new one. The rate limit headers describe the window with fewer requests
 *                     left, in a tie the one that ends later. The timestamp is in whole seconds, rounded up.
 *   callers w/o key   Limit 0, remaining 0, reset now: without a key there is no allowance to wait for.
 *   enterprise plan   6,000 requests per minute, 2,000,000 per day.
 *   Retry-After       An HTTP-date, on the clock that `Date` shows.
 *   429 body          None at all for the limit; an Error body for the ban.
 *   temporary ban     Answered with 429 `key_suspended`. The 12th refusal without an admitted request between
 *                     starts it; 45 s, doubled each time up to 12 min, back to 45 s after an hour without a ban.
 *                     Requests during a ban do not lengthen it.
 *   other methods     405 with Allow on known paths; other paths under /v1 are 404, both with Error bodies.
 *   broken HTTP       400, 408 or 431 with an Error body and the same headers, as for callers without a key.
 *   retention         At most 10,000 animals more than at the start; then the oldest makes room for the newest.
 *
 * Lawful oddities
 *   - ids come from the clock with random low bits: rising, not consecutive, beyond 2^53; newest animals first
 *   - Pet has a further field `createdAt`; Error has `requestId`, and after failed validation `problems`
 *   - all JSON is plain ASCII, other characters are \u-escaped
 *   - header names are sent in lower case; further headers `x-request-id`, `vary`, `x-query-notice`
 *   - gzip for those who accept it, from 200 bytes on, and then chunked
 *   - 429 with an empty body, Retry-After as a date, two windows sharing one set of headers
 *   - plain text for paths outside of /v1
 *   - HEAD is answered wherever GET is
 */

import { randomInt, randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Fastify from 'fastify';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STATUSES = ['available', 'pending', 'sold'];
const PAGE_SIZE = { min: 1, max: 100, default: 20 };
const PLANS = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
  enterprise: { minute: 6_000, day: 2_000_000 },
};
const BAN = { afterRefusals: 12, shortest: 45 * SECOND, longest: 12 * MINUTE, forgottenAfter: HOUR };

const MAX_NAME_LENGTH = 2_000;
const MAX_BODY_BYTES = 64 * 1024;
const SPARE_CAPACITY = 10_000;
const GZIP_FROM_BYTES = 200;
const GET_PET_DEPRECATED_AT = Date.UTC(2025, 11, 5);
const GET_PET_REMOVED_AT = Date.UTC(2030, 11, 5);
const LAST_INSTANT = Date.UTC(2200, 0, 1);

// ---------------------------------------------------------------- time

class Clock {
  #offset = 0;
  #frozenAt = null;

  now() {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  freeze() {
    this.#frozenAt ??= this.now();
  }

  advance(milliseconds) {
    if (this.#frozenAt === null) this.#offset += milliseconds;
    else this.#frozenAt += milliseconds;
  }
}

const wholeSeconds = (instant) => Math.ceil(instant / SECOND);
const httpDate = (instant) => new Date(instant).toUTCString();

// ---------------------------------------------------------------- JSON with exact integers

const isInt64 = (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

/** The exact integer that a JSON number stands for, or undefined if it stands for none of a sane size. */
function integerFromLiteral(literal) {
  if (literal.length > 64) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal);
  const digits = whole + fraction;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || zeros > 19) return undefined;
  return BigInt(sign + significant + '0'.repeat(zeros));
}

function parseJson(bytes) {
  if (bytes.length === 0) return undefined;
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const revive = (_name, value, { source }) =>
    typeof value === 'number' ? (integerFromLiteral(source) ?? value) : value;
  return JSON.parse(text, revive);
}

function toJson(value) {
  const replace = (_name, item) => (typeof item === 'bigint' ? JSON.rawJSON(item.toString()) : item);
  const json = JSON.stringify(value, replace);
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// ---------------------------------------------------------------- errors

class ApiError extends Error {
  constructor(status, code, message, { headers = {}, ...details } = {}) {
    super(message);
    Object.assign(this, { statusCode: status, code, headers, details });
  }

  body(requestId) {
    return { code: this.code, message: this.message, status: this.statusCode, requestId, ...this.details };
  }
}

const BODY_ERRORS = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['media_type_not_supported', 'The body must be application/json.'],
};

function toApiError(error) {
  if (error instanceof ApiError) return error;
  if (error.statusCode >= 400 && error.statusCode < 500) {
    const [code, message] = BODY_ERRORS[error.code] ?? ['request_malformed', 'The request could not be read.'];
    return new ApiError(400, code, message);
  }
  console.error(error);
  return new ApiError(500, 'internal_error', 'Something went wrong on our side.');
}

// ---------------------------------------------------------------- animals

class PetStore {
  #clock;
  #seeds;
  #capacity;
  #pets; // in the order of their ids, which only rise
  #byId;
  #lastId = 0n;

  constructor(clock, seedCount) {
    this.#clock = clock;
    this.#capacity = seedCount + SPARE_CAPACITY;
    this.#seeds = Array.from({ length: seedCount }, (_, index) =>
      this.#complete(inventPet(index), clock.now() - (seedCount - index) * 37 * MINUTE),
    );
    this.reset();
  }

  reset() {
    this.#pets = [...this.#seeds];
    this.#byId = new Map(this.#pets.map((pet) => [pet.id, pet]));
  }

  add(newPet) {
    const pet = this.#complete(newPet, this.#clock.now());
    this.#pets.push(pet);
    this.#byId.set(pet.id, pet);
    if (this.#pets.length > this.#capacity) this.#byId.delete(this.#pets.shift().id);
    return pet;
  }

  find(id) {
    return this.#byId.get(id);
  }

  /** Newest first, only ids below `before`; `more` tells whether further ones match. */
  list({ limit, statuses, before }) {
    const page = [];
    for (let index = this.#pets.length - 1; index >= 0; index--) {
      const pet = this.#pets[index];
      if (before !== undefined && pet.id >= before) continue;
      if (statuses && !statuses.includes(pet.status)) continue;
      if (page.length === limit) return { page, more: true };
      page.push(pet);
    }
    return { page, more: false };
  }

  #complete(newPet, instant) {
    return Object.freeze({ id: this.#nextId(instant), ...newPet, createdAt: new Date(instant).toISOString() });
  }

  /** Milliseconds in the upper 43 bits, 20 random bits below; never lower than an id given before. */
  #nextId(instant) {
    const candidate = (BigInt(instant) << 20n) | BigInt(randomInt(1 << 20));
    this.#lastId = candidate > this.#lastId ? candidate : this.#lastId + BigInt(randomInt(1, 64));
    return this.#lastId;
  }
}

function inventPet(index) {
  const names = ['Quill', 'Marzipan', 'Żubr', 'Old Tom', 'Pépin', 'Biscuit & Co.', '小雪', 'Rook', 'Ásta', 'Mr. O\'Hare 🐇'];
  const categories = [3n, 17n, 9_007_199_254_740_993n, 204n, -8n, 9_223_372_036_854_775_807n, 55n];
  const round = Math.floor(index / names.length);
  return {
    name: names[index % names.length] + (round === 0 ? '' : ` ${round + 1}`),
    categoryId: categories[index % categories.length],
    status: [...STATUSES, 'available', undefined][(index * 3 + round) % 5],
  };
}

function readNewPet(body) {
  if (body === undefined) throw new ApiError(400, 'body_missing', 'A JSON body is required.');
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new ApiError(400, 'body_not_an_object', 'The body must be a JSON object.');
  }
  const { name, categoryId, status } = body;
  const problems = [];
  const complain = (field, problem) => problems.push({ field, problem });

  if (name === undefined) complain('name', 'is required');
  else if (typeof name !== 'string') complain('name', 'must be a string');
  else if ([...name].length > MAX_NAME_LENGTH) complain('name', `must not exceed ${MAX_NAME_LENGTH} characters`);

  if (categoryId === undefined) complain('categoryId', 'is required');
  else if (!isInt64(categoryId)) complain('categoryId', 'must be a 64-bit integer');

  if (status !== undefined && !STATUSES.includes(status)) complain('status', `must be one of ${STATUSES.join(', ')}`);

  if (problems.length > 0) {
    const message = problems.map(({ field, problem }) => `${field} ${problem}`).join('; ');
    throw new ApiError(400, 'pet_invalid', `The animal was not added: ${message}.`, { problems });
  }
  return { name, categoryId, status };
}

const LOWEST_ID = -(2n ** 63n);

function readInt64(text) {
  if (!/^-?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return isInt64(value) ? value : undefined;
}

function readListQuery(query) {
  const values = (name) => [query[name] ?? []].flat().filter((value) => value !== '');
  const notices = [];

  const limitText = values('limit').at(-1) ?? String(PAGE_SIZE.default);
  const wanted = /^-?\d+$/.test(limitText) ? Number(limitText) : PAGE_SIZE.default;
  const limit = Math.min(Math.max(wanted, PAGE_SIZE.min), PAGE_SIZE.max);
  if (limit !== Number(limitText)) notices.push(`limit not allowed, ${limit} used`);

  const names = values('status');
  const statuses = names.length > 0 ? STATUSES.filter((status) => names.includes(status)) : undefined;
  if (!names.every((name) => STATUSES.includes(name))) notices.push('unknown status matches nothing');

  const beforeText = values('before').at(-1);
  const before = beforeText && (readInt64(beforeText) ?? LOWEST_ID);
  if (before === LOWEST_ID) notices.push('before is not an id, nothing matches');

  return { limit, statuses, before, notices };
}

function linkToNextPage({ limit, statuses = [] }, lastPet) {
  const query = new URLSearchParams({ limit, before: lastPet.id });
  for (const status of statuses) query.append('status', status);
  return `</v1/pets?${query}>; rel="next"`;
}

// ---------------------------------------------------------------- keys, limits, bans

class Window {
  endsAt = 0;

  constructor(limit, length) {
    Object.assign(this, { limit, length, left: limit });
  }

  open(now) {
    if (now >= this.endsAt) Object.assign(this, { endsAt: now + this.length, left: this.limit });
  }
}

class Account {
  #plan;

  constructor(plan) {
    this.#plan = plan;
    this.reset();
  }

  reset() {
    this.minute = new Window(this.#plan.minute, MINUTE);
    this.day = new Window(this.#plan.day, DAY);
    Object.assign(this, { refusals: 0, bannedUntil: 0, banLength: 0 });
  }

  /** Counts one request and returns what the rate limit headers have to say; `retryAt` is set if it was refused. */
  charge(now) {
    if (now >= this.bannedUntil) {
      this.minute.open(now);
      this.day.open(now);
      if (this.minute.left > 0 && this.day.left > 0) {
        this.minute.left--;
        this.day.left--;
        this.refusals = 0;
        const { limit, left, endsAt } = this.#tighterWindow();
        return { limit, remaining: left, resetAt: endsAt };
      }
      if (++this.refusals >= BAN.afterRefusals) this.#ban(now);
    }
    const exhausted = [this.minute, this.day].filter(({ left }) => left === 0);
    const retryAt = Math.max(this.bannedUntil, ...exhausted.map(({ endsAt }) => endsAt));
    return { limit: this.#tighterWindow().limit, remaining: 0, resetAt: retryAt, retryAt, banned: now < this.bannedUntil };
  }

  setRemaining(now, wanted) {
    for (const name of ['minute', 'day']) {
      if (wanted[name] === undefined) continue;
      this[name].open(now);
      this[name].left = Math.min(wanted[name], this[name].limit);
    }
  }

  #tighterWindow() {
    const { minute, day } = this;
    if (minute.left !== day.left) return minute.left < day.left ? minute : day;
    return minute.endsAt > day.endsAt ? minute : day;
  }

  #ban(now) {
    const remembered = now < this.bannedUntil + BAN.forgottenAfter;
    this.banLength = remembered ? Math.min(this.banLength * 2, BAN.longest) : BAN.shortest;
    this.bannedUntil = now + this.banLength;
    this.refusals = 0;
  }
}

class Keyring {
  #accounts = new Map();

  constructor(entries) {
    for (const entry of entries) {
      const [, key, plan] = /^(\S+):(\w+)$/.exec(entry) ?? [];
      if (!Object.hasOwn(PLANS, plan ?? '')) throw new Error(`KEYS: "${entry}" is not key:plan`);
      this.#accounts.set(key, new Account(PLANS[plan]));
    }
  }

  find(key) {
    return this.#accounts.get(key);
  }

  reset() {
    for (const account of this.#accounts.values()) account.reset();
  }
}

const commonHeaders = (requestId, now, quota) => ({
  date: httpDate(now),
  'x-ratelimit-limit': quota?.limit ?? 0,
  'x-ratelimit-remaining': quota?.remaining ?? 0,
  'x-ratelimit-reset': wholeSeconds(quota?.resetAt ?? now),
  'x-request-id': requestId,
});

// ---------------------------------------------------------------- HTTP

const acceptsGzip = (header = '') =>
  header.split(',').some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));

/** A path with a broken escape is taken literally, so that it meets the same checks as any other. */
function literalIfMalformed({ url }) {
  const [path, ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Answers what never became a request: broken HTTP, oversized headers, a client that is too slow. */
function rejectConnection(error, socket, clock) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code] ?? 400;
  const requestId = randomUUID();
  const body = toJson(new ApiError(status, 'request_malformed', STATUS_CODES[status]).body(requestId));
  const headers = {
    ...commonHeaders(requestId, clock.now()),
    'content-type': 'application/json',
    'content-length': body.length,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}

function unknownRoute(request) {
  const path = request.url.split('?', 1)[0];
  const allow = path === '/v1/pets' ? 'GET, HEAD, POST' : /^\/v1\/pets\/[^/]*$/.test(path) ? 'GET, HEAD' : null;
  return allow
    ? new ApiError(405, 'method_not_allowed', `This path allows ${allow}.`, { headers: { allow } })
    : new ApiError(404, 'path_unknown', 'There is nothing at this path.');
}

function sendError(error, request, reply) {
  const problem = toApiError(error);
  return reply.code(problem.statusCode).headers(problem.headers).send(problem.body(request.id));
}

const bodyParser = (parse) => async (_request, body) => {
  try {
    return parse(body);
  } catch {
    throw new ApiError(400, 'body_not_json', 'The body is not valid JSON in UTF-8.');
  }
};

async function petRoutes(v1, { clock, store, keyring }) {
  v1.setErrorHandler(sendError);
  v1.setNotFoundHandler((request, reply) => sendError(unknownRoute(request), request, reply));
  v1.addContentTypeParser('application/json', { parseAs: 'buffer' }, bodyParser(parseJson));

  v1.addHook('onRequest', async function admit(request, reply) {
    reply.header('vary', 'accept-encoding');
    const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const account = keyring.find(key);
    if (!account) {
      throw new ApiError(401, 'api_key_invalid', 'A valid API key is required as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer realm="pet store"' },
      });
    }

    request.quota = account.charge(clock.now());
    if (request.quota.retryAt !== undefined) {
      const retryAt = wholeSeconds(request.quota.retryAt) * SECOND;
      reply.header('retry-after', httpDate(retryAt));
      if (!request.quota.banned) return reply.code(429).send();
      throw new ApiError(429, 'key_suspended', 'The key is suspended: it went on after reaching its limit.', {
        retryAt: new Date(retryAt).toISOString(),
      });
    }

    if (request.is404) throw unknownRoute(request); // before its body is looked at
  });

  v1.get('/pets', async (request, reply) => {
    const query = readListQuery(request.query);
    const { page, more } = store.list(query);
    if (more) reply.header('link', linkToNextPage(query, page.at(-1)));
    if (query.notices.length > 0) reply.header('x-query-notice', query.notices.join('; '));
    return page;
  });

  v1.post('/pets', async (request, reply) => {
    return reply.code(201).send(store.add(readNewPet(request.body)));
  });

  v1.get('/pets/:petId', async (request, reply) => {
    reply.headers({
      deprecation: `@${GET_PET_DEPRECATED_AT / SECOND}`,
      sunset: httpDate(GET_PET_REMOVED_AT),
      link: '</v1/pets>; rel="successor-version"',
    });
    if (clock.now() >= GET_PET_REMOVED_AT) {
      throw new ApiError(404, 'operation_removed', 'This operation was removed; use GET /pets with the status filter.');
    }
    const pet = store.find(readInt64(request.params.petId));
    if (!pet) throw new ApiError(404, 'pet_not_found', 'There is no animal with this identifier.');
    return pet;
  });
}

async function controlRoutes(control, { clock, store, keyring }) {
  const demand = (condition, message) => {
    if (!condition) throw new ApiError(400, 'control_invalid', message);
  };

  control.setErrorHandler(sendError);
  control.addContentTypeParser('*', { parseAs: 'string' }, bodyParser((text) => JSON.parse(text || '{}')));

  control.post('/freeze', async () => {
    clock.freeze();
    return { now: clock.now() };
  });

  control.post('/advance', async ({ body }) => {
    const milliseconds = Math.round((body?.seconds ?? NaN) * SECOND);
    demand(milliseconds >= 0, 'seconds must be a number, 0 or more.');
    demand(clock.now() + milliseconds <= LAST_INSTANT, 'The clock ends with the year 2199.');
    clock.advance(milliseconds);
    return { now: clock.now() };
  });

  control.post('/remaining', async ({ body }) => {
    const { key, minute = 0, day = 0 } = body ?? {};
    demand(keyring.find(key), 'No such key.');
    demand([minute, day].every((n) => Number.isInteger(n) && n >= 0), 'minute and day must be integers, 0 or more.');
    keyring.find(key).setRemaining(clock.now(), body);
    return {};
  });

  control.post('/reset', async () => {
    store.reset();
    keyring.reset();
    return {};
  });
}

function buildApp(services, withControl) {
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30 * SECOND,
    genReqId: () => randomUUID(),
    rewriteUrl: literalIfMalformed,
    routerOptions: { maxParamLength: 16 * 1024 },
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, services.clock),
  });
  // An expectation that is not understood may be ignored; Node would answer 417 on its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.decorateRequest('quota', null);
  app.setReplySerializer(toJson);
  app.removeAllContentTypeParsers();

  const sayNothingHere = (_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Nothing here.\n');
  app.setNotFoundHandler(sayNothingHere);
  app.setErrorHandler((_error, request, reply) => sayNothingHere(request, reply));

  app.addHook('onSend', async (request, reply, payload) => {
    reply.headers(commonHeaders(request.id, services.clock.now(), request.quota));
    if (!(payload?.length >= GZIP_FROM_BYTES) || !acceptsGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return Readable.from([payload]).pipe(createGzip());
  });

  app.register(petRoutes, { prefix: '/v1', ...services });
  if (withControl) app.register(controlRoutes, { prefix: '/control', ...services });
  return app;
}

// ---------------------------------------------------------------- start

function readCount(name, text, max) {
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  throw new Error(`${name}: "${text}" is not an integer from 0 to ${max}`);
}

function configure(env) {
  const clock = new Clock();
  const entries = (env.KEYS ?? '').split(',').map((entry) => entry.trim());
  return {
    port: readCount('PORT', env.PORT || '3000', 65_535),
    clock,
    store: new PetStore(clock, readCount('PETS', env.PETS || '40', 100_000)),
    keyring: new Keyring(entries.filter(Boolean)),
  };
}

process.on('SIGTERM', () => process.exit(0));

try {
  const { port, ...services } = configure(process.env);
  const app = buildApp(services, process.env.CONTROL === '1');
  await app.listen({ port, host: '127.0.0.1' });
  console.log(`listening on http://127.0.0.1:${app.server.address().port}/v1`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
