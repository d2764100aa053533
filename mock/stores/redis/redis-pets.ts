import { MOST } from '../../core/memory/bounds.ts'
import { MOST_PETS } from '../../../fixtures/pets.ts'
import type { Choices } from '../../../spec/choices.ts'
import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { petStatuses } from '../../../spec/operations.ts'
import type { PetStatus } from '../../../spec/wire.ts'
import {
  storePet,
  type NewStoredPet,
  type Page,
  type PageRequest,
  type PetStore,
  type StoredPet,
} from '../../core/pets/pet-store.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { fromStart, createPage, pageIndexes } from '../page.ts'
import { boundedScript, script, type Keys, type RedisLink, type Script } from './redis-link.ts'
import { asList, asText, type Reply } from './reply.ts'

/**
 * The keys of a world's pets: a hash of all by id, and for all and for each status a sorted set of ids in creation order, in
 * which an index costs the same however many there are. Ids are texts throughout, because Lua's numbers end at 2^53.
 */
export function petKeys(base: string): readonly string[] {
  return ['pets', 'all', ...petStatuses, 'order', 'gone', 'from-1', 'beyond-2-53'].map(
    (name) => `${base}:${name}`,
  )
}

const NAMES = `
local base = ARGV[1]
local pets, all, order, gone = base .. ':pets', base .. ':all', base .. ':order', base .. ':gone'
local function store(id, place, status, stored)
  redis.call('HSET', pets, id, stored)
  redis.call('ZADD', all, place, id)
  if status ~= '' then redis.call('ZADD', base .. ':' .. status, place, id) end
end
local function leaveStatus(id, new)
  local before = redis.call('HGET', pets, id)
  if not before then return false end
  local was = string.match(before, '^%d+|(%a*)|')
  if was ~= '' and was ~= new then redis.call('ZREM', base .. ':' .. was, id) end
  return true
end
`

/** ARGV: base, most, status, the stored text before the id and behind it, the numbering, and the id if that is random */
const create = script(`${NAMES}
local most, status, before, behind, numbering = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
if redis.call('ZCARD', all) >= tonumber(most) then return 'full' end
local function isFree(id) return redis.call('HEXISTS', pets, id) == 0 and not redis.call('ZSCORE', gone, id) end
local id
if numbering == 'random' then
  id = ARGV[7]
  if not isFree(id) then return 'exists' end
else
  local counter = base .. ':' .. numbering
  repeat
    id = redis.call('GET', counter)
    redis.call('INCR', counter)
  until isFree(id)
end
store(id, redis.call('INCR', order), status, before .. id .. behind)
return {id}`)

/** ARGV: base, most, id, status, stored text */
const add = script(`${NAMES}
if redis.call('ZCARD', all) >= tonumber(ARGV[2]) or redis.call('HEXISTS', pets, ARGV[3]) == 1 then return 0 end
store(ARGV[3], redis.call('INCR', order), ARGV[4], ARGV[5])
return 1`)

/** ARGV: base, id, status, stored text */
const replace = script(`${NAMES}
local id = ARGV[2]
if not leaveStatus(id, ARGV[3]) then return 0 end
store(id, redis.call('ZSCORE', all, id), ARGV[3], ARGV[4])
return 1`)

/** ARGV: base, id, the most ids of removed pets */
const remove = boundedScript(`${NAMES}
local id = ARGV[2]
if not leaveStatus(id) then return 0 end
redis.call('HDEL', pets, id)
redis.call('ZREM', all, id)
redis.call('ZADD', gone, redis.call('INCR', order), id)
redis.call('ZREMRANGEBYRANK', gone, 0, -1 - tonumber(ARGV[3]))
return 1`)

/** ARGV: base, list, first index, last index */
const page = script(`${NAMES}
local list = base .. ':' .. ARGV[2]
local total = redis.call('ZCARD', list)
local ids = redis.call('ZRANGE', list, ARGV[3], ARGV[4])
local stored = {}
for from = 1, #ids, 1000 do
  for _, one in ipairs(redis.call('HMGET', pets, unpack(ids, from, math.min(from + 999, #ids)))) do stored[#stored + 1] = one end
end
return {total, ids, stored}`)

/** The pet store of a world in Redis, whose keys have the prefix `base`; `draw` draws random ids. */
export function redisPets(
  link: RedisLink,
  base: string,
  draw: () => Promise<Int64>,
  most = MOST_PETS,
): PetStore {
  const keysOf = (...names: readonly string[]): Keys => [
    `${base}:pets`,
    ...['all', ...names].map((name) => `${base}:${name}`),
  ]
  const listOf = ({ status }: Partial<Pick<StoredPet, 'status'>>): readonly string[] =>
    status ? [status] : []
  const commit = (script: Script, keys: Keys, ...args: readonly string[]): Promise<Reply> =>
    link.commit(script, keys, [base, ...args])

  const createAs = async (
    { fields, createdAt }: NewStoredPet,
    numbering: Choices['id-numbering'],
  ): Promise<StoredPet | undefined> => {
    const behind = storePet(0, fields, createdAt).json.slice(WITHOUT_ID.length + 1)
    const before = `${createdAt}|${fields.status ?? ''}|${WITHOUT_ID}`
    const drawn = numbering === 'random' ? [String(await draw())] : []
    const args = [String(most), fields.status ?? '', before, behind, numbering, ...drawn]
    const counter = numbering === 'random' ? [] : [numbering]
    const reply = await commit(create, keysOf('order', 'gone', ...listOf(fields), ...counter), ...args)
    if (reply === 'full') return undefined
    if (reply === 'exists') return createAs({ fields, createdAt }, numbering)
    const id = asText(asList(reply)[0])
    return { id: toInt64(BigInt(id)), json: WITHOUT_ID + id + behind, status: fields.status, createdAt }
  }

  return {
    get size() {
      return link.command('ZCARD', `${base}:all`).then(Number)
    },
    create: (pet, numbering) => unlessFull(createAs(pet, numbering), undefined),
    add: (pet) =>
      unlessFull(
        commit(
          add,
          keysOf('order', ...listOf(pet)),
          String(most),
          String(pet.id),
          pet.status ?? '',
          serializePet(pet),
        ).then((reply) => reply === 1),
        false,
      ),
    replace: (pet) =>
      unlessFull(
        commit(replace, keysOf(...petStatuses), String(pet.id), pet.status ?? '', serializePet(pet)).then(
          (reply) => reply === 1,
        ),
        false,
      ),
    remove: async (id) => {
      const keys = keysOf('order', 'gone', ...petStatuses)
      return (await commit(remove, keys, String(id), String(MOST.retiredIds))) === 1
    },
    get: async (id) => {
      const stored = await link.command('HGET', `${base}:pets`, String(id))
      return typeof stored === 'string' ? parsePet(String(id), stored) : undefined
    },
    page: async (request: PageRequest): Promise<Page> => {
      const { first, last } = pageIndexes(request)
      const list = request.status ?? 'all'
      const keys: Keys = [`${base}:pets`, `${base}:${list}`]
      const [total, ids, stored] = asList(
        await link.run(page, keys, [base, list, String(first), String(last)]),
      )
      const texts = asList(stored)
      const pets = asList(ids).map((id, at) => parsePet(asText(id), asText(texts[at])))
      const size = Number(total)
      return createPage({ size, from: fromStart(first, size), pets }, request)
    },
  }
}

const WITHOUT_ID = '{"id":'

/** The text that stores a pet: the time of its creation, its status, and its JSON. */
export function serializePet({ createdAt, status, json }: StoredPet): string {
  return `${createdAt}|${status ?? ''}|${json}`
}

const STORED = /^(\d+)\|(\w*)\|/

/** The pet of a stored text. */
export function parsePet(id: string, stored: string): StoredPet {
  const [head = '', createdAt, status = ''] = STORED.exec(stored) ?? []
  return {
    id: toInt64(BigInt(id)),
    json: stored.slice(head.length),
    status: petStatuses.find((one): one is PetStatus => one === status),
    createdAt: Number(createdAt),
  }
}

/** Resolves to `otherwise` if Redis is full (maxmemory). */
async function unlessFull<Value>(stored: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await stored
  } catch (error) {
    if (error instanceof StoreError && /\bOOM\b/.test(error.message)) return otherwise
    throw error
  }
}
