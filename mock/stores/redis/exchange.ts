import { MOST } from '../../core/memory/bounds.ts'
import { boundedScript, type Keys, type RedisLink } from './redis-link.ts'
import { asList, parseTime, asText, type Reply } from './reply.ts'

/** A caller by kind (a key, or an address) and id. */
export interface CallerName {
  readonly kind: 'k' | 'a'
  readonly id: string
}

/** A change of a caller: from the version that it was made of (0 for none) to a text (empty for none). */
export interface CallerWrite extends CallerName {
  readonly version: string
  readonly text: string
}

export interface ExchangeRequest {
  /** The names of the world's keys begin so. */
  readonly base: string
  /** The version of the control document that the writes were computed from. */
  readonly version: string
  readonly epoch: string
  /** The control document that replaces the one of that version; empty if it stays. */
  readonly control: string
  /** Whether all writes are made, or none. */
  readonly isAtomic: boolean
  readonly writes: readonly CallerWrite[]
  readonly loads: readonly CallerName[]
  /** What is loaded as well, in case a write is not made. */
  readonly retries: readonly CallerName[]
  /** Whether all keys are loaded. */
  readonly loadsAllKeys: boolean
}

/** A caller as it is stored. */
export interface Loaded extends CallerName {
  readonly version: string
  readonly text: string
}

export interface ExchangeReply {
  /** The time of Redis, Unix milliseconds. */
  readonly time: number
  readonly version: string
  readonly epoch: string
  /** The control document, where it is not of the version that was said. */
  readonly control: string | undefined
  /** For each write whether it was made. */
  readonly isMade: readonly boolean[]
  /** Whether all were, the control document too. */
  readonly isAllMade: boolean
  readonly loaded: readonly Loaded[]
}

/** The keys that an exchange reads or writes. */
function keysOf({ base, epoch, writes, loads, retries, loadsAllKeys }: ExchangeRequest): Keys {
  const nameOf = ({ kind }: CallerName): string => `${base}:${epoch}:${kind === 'k' ? 'keys' : 'addresses'}`
  const read = [...loads, ...retries, ...(loadsAllKeys ? [ALL_KEYS] : [])].map(nameOf)
  const written = writes.map(nameOf).flatMap((callers) => [callers, `${callers}:used`, `${callers}:added`])
  const added = loadsAllKeys ? [`${nameOf(ALL_KEYS)}:added`] : []
  return [`${base}:control`, ...new Set([...read, ...written, ...added])]
}

const ALL_KEYS: CallerName = { kind: 'k', id: '' }

/*
 * Compare and set: makes those writes whose caller still has the version that they were made of, and then loads. One call
 * does both, so that the next batch is loaded while the last one is written. It does neither if the epoch is another one, whose keys
 * it was not given.
 */
const exchangeScript = boundedScript(`
local base, version, epoch, control, atomic = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1'
local time = redis.call('TIME')
local now = redis.call('HMGET', KEYS[1], 'version', 'epoch')
if not now[1] then return 'gone' end
if epoch ~= now[2] then
  return {time[1], time[2], now[1], now[2], redis.call('HGET', KEYS[1], 'control'), 0, {}, {}}
end
local at = 6
local function count() at = at + 1 return tonumber(ARGV[at - 1]) end
local function text() at = at + 1 return ARGV[at - 1] end
local function hash(kind) return base .. ':' .. epoch .. (kind == 'k' and ':keys' or ':addresses') end
local writes, made, all = {}, {}, control == '' or now[1] == version
for n = 1, count() do
  local kind, id, was, new = text(), text(), text(), text()
  local stored = redis.call('HGET', hash(kind), id)
  local ok = (stored and string.match(stored, '^%d+') or '0') == was
  writes[n] = {kind, id, new}
  made[n] = ok and 1 or 0
  all = all and ok
end
for n, write in ipairs(writes) do
  if atomic and not all then made[n] = 0 end
  if made[n] == 1 then
    local callers = hash(write[1])
    if write[3] == '' then
      redis.call('HDEL', callers, write[2])
      redis.call('ZREM', callers .. ':used', write[2])
      redis.call('ZREM', callers .. ':added', write[2])
    else
      local order = redis.call('HINCRBY', KEYS[1], 'order', 1)
      redis.call('HSET', callers, write[2], order .. ' ' .. write[3])
      redis.call('ZADD', callers .. ':used', order, write[2])
      redis.call('ZADD', callers .. ':added', 'NX', order, write[2])
      if redis.call('ZCARD', callers .. ':used') > ${MOST.callers} then
        local idle = redis.call('ZPOPMIN', callers .. ':used')[1]
        redis.call('HDEL', callers, idle)
        redis.call('ZREM', callers .. ':added', idle)
      end
    end
  end
end
if control ~= '' and all then
  now[1] = tostring(redis.call('HINCRBY', KEYS[1], 'version', 1))
  redis.call('HSET', KEYS[1], 'control', control)
end
local loaded = {}
local function load(kind, id)
  local stored = redis.call('HGET', hash(kind), id)
  if stored then loaded[#loaded + 1] = kind loaded[#loaded + 1] = id loaded[#loaded + 1] = stored end
end
for n = 1, count() do load(text(), text()) end
local allKeys = text() == '1'
if not all then
  for n = 1, count() do load(text(), text()) end
end
if allKeys then
  for _, id in ipairs(redis.call('ZRANGE', hash('k') .. ':added', 0, -1)) do load('k', id) end
end
local isOld = version ~= now[1]
return {time[1], time[2], now[1], now[2], isOld and redis.call('HGET', KEYS[1], 'control') or '', all and 1 or 0, made, loaded}`)

/** Carries out an exchange; `undefined` where the world is gone. */
export async function exchange(link: RedisLink, asked: ExchangeRequest): Promise<ExchangeReply | undefined> {
  const reply = await exchangeOnce(link, asked)
  if (!reply || reply.epoch === asked.epoch) return reply
  // The world has begun anew: nothing was written, and what was to be loaded then is loaded of its new epoch.
  const { version, epoch } = reply
  const loads = [...asked.loads, ...asked.retries]
  const again = await exchange(link, {
    ...asked,
    version,
    epoch,
    control: '',
    writes: [],
    loads,
    retries: [],
  })
  return again && { ...again, control: again.control ?? reply.control, isMade: [], isAllMade: false }
}

async function exchangeOnce(link: RedisLink, asked: ExchangeRequest): Promise<ExchangeReply | undefined> {
  const { base, version, epoch, control, isAtomic, writes, loads, retries, loadsAllKeys } = asked
  const isWrite = writes.length > 0 || control !== ''
  const reply = await link[isWrite ? 'commit' : 'run'](exchangeScript, keysOf(asked), [
    base,
    version,
    epoch,
    control,
    isAtomic ? '1' : '0',
    String(writes.length),
    ...writes.flatMap(({ kind, id, version, text }) => [kind, id, version, text]),
    String(loads.length),
    ...loads.flatMap(({ kind, id }) => [kind, id]),
    loadsAllKeys ? '1' : '0',
    String(retries.length),
    ...retries.flatMap(({ kind, id }) => [kind, id]),
  ])
  if (reply === 'gone') return undefined
  const [seconds, micros, versionNow, epochNow, controlNow, isAll, made, loaded] = asList(reply)
  return {
    time: parseTime(seconds, micros),
    version: asText(versionNow),
    epoch: asText(epochNow),
    control: asText(controlNow) || undefined,
    isMade: asList(made).map((one) => one === 1),
    isAllMade: isAll === 1,
    loaded: parseLoaded(asList(loaded)),
  }
}

function parseLoaded(flat: readonly Reply[]): readonly Loaded[] {
  const loaded: Loaded[] = []
  for (let at = 0; at + 2 < flat.length; at += 3) {
    const stored = asText(flat[at + 2])
    const gap = stored.indexOf(' ')
    const kind = flat[at] === 'k' ? 'k' : 'a'
    loaded.push({
      kind,
      id: asText(flat[at + 1]),
      version: stored.slice(0, gap),
      text: stored.slice(gap + 1),
    })
  }
  return loaded
}
