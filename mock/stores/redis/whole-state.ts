import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { figure } from '../../../spec/wording.ts'
import { Faults } from '../../core/faults/faults.ts'
import { Journal } from '../../core/journal/journal.ts'
import { addAddress, addKey, newCallers } from '../../core/limits/caller.ts'
import { Budget, type Memory } from '../../core/memory/memory.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { Clock } from '../../core/settings/clock.ts'
import { skipNumbers, seededRandom } from '../../core/settings/random.ts'
import { parseSettings } from '../../core/settings/settings.ts'
import { ControlError } from '../../core/world/control-error.ts'
import type { LocalState } from '../../core/world/world-state.ts'
import { memoryPets } from '../memory-pets.ts'
import { parseCaller, serializeCaller, parseControl, serializeControl, type Control } from './records.ts'
import { boundedScript, script, type RedisLink } from './redis-link.ts'
import { asList, asText, type Reply } from './reply.ts'
import { serializePet, petKeys, parsePet } from './redis-pets.ts'

/** Every key of one epoch of a world. */
export function epochKeys(base: string): readonly string[] {
  const callers = ['keys', 'addresses'].flatMap((name) => [name, `${name}:used`, `${name}:added`])
  return [...petKeys(base), ...[...callers, 'draws'].map((name) => `${base}:${name}`)]
}

/** How long keys live that no world refers to, in seconds: while a state is written, and while requests on an old one end. */
const WRITING_SECONDS = 3600
export const ENDING_SECONDS = 60

/** Pets, or callers, that one command writes. */
const CHUNK = 500

/** Commands that are sent at once; more would delay those of others. */
const AT_ONCE = 8

/** A command that writes part of a small state. */
const writeLittle = boundedScript(`return redis.call(ARGV[1], KEYS[1], unpack(ARGV, 2))`)

/** The most pets of a small state, which is written to a full Redis too: so a reset is possible there. */
const LITTLE = 1000

/** Writes a state under keys of its own, which no world refers to yet; resolves to its control document. */
export async function writeState(link: RedisLink, base: string, state: LocalState): Promise<string> {
  let sent: Promise<unknown>[] = []
  for (const [name, key, ...values] of writing(base, state)) {
    const isLittle = state.pets.size <= LITTLE
    sent.push(isLittle ? link.run(writeLittle, [key], [name, ...values]) : link.command(name, key, ...values))
    if (sent.length < AT_ONCE) continue
    await Promise.all(sent)
    sent = []
  }
  await Promise.all(sent)
  return serializeControl(createControl(state))
}

type Command = readonly [name: string, key: string, ...values: string[]]

/** The commands that write a state. Its keys expire, in case this process is killed meanwhile. */
function* writing(base: string, { pets, callers }: LocalState): Generator<Command> {
  const { next, retired } = pets.numbering.state
  const all = [...pets.all()]
  const counters = { order: all.length, 'from-1': next['from-1'], 'beyond-2-53': next['beyond-2-53'] }
  for (const [name, value] of Object.entries(counters)) {
    yield ['SET', `${base}:${name}`, String(value), 'EX', String(WRITING_SECONDS)]
  }
  yield* inChunks('ZADD', `${base}:gone`, retired, (id, at) => [String(at - retired.length), String(id)])
  yield* inChunks('HSET', `${base}:pets`, all, (pet) => [String(pet.id), serializePet(pet)])
  yield* inChunks('ZADD', `${base}:all`, all, ({ id }, at) => [String(at + 1), String(id)])
  const placed = all.map((pet, at) => ({ pet, place: String(at + 1) }))
  for (const status of petStatuses) {
    const some = placed.filter(({ pet }) => pet.status === status)
    yield* inChunks('ZADD', `${base}:${status}`, some, ({ pet, place }) => [place, String(pet.id)])
  }
  for (const name of ['keys', 'addresses'] as const) {
    const stored = [...callers[name].values()]
    yield* inChunks('HSET', `${base}:${name}`, stored, (caller) => [
      caller.id,
      `0 ${serializeCaller(caller)}`,
    ])
    for (const order of ['used', 'added']) {
      yield* inChunks('ZADD', `${base}:${name}:${order}`, stored, ({ id }, at) => [String(at + 1), id])
    }
  }
}

function* inChunks<Item>(
  command: string,
  key: string,
  items: readonly Item[],
  pairOf: (item: Item, at: number) => readonly [string, string],
): Generator<Command> {
  for (let from = 0; from < items.length; from += CHUNK) {
    const pairs = items.slice(from, from + CHUNK).flatMap((item, at) => pairOf(item, from + at))
    yield [command, key, ...pairs]
    if (from === 0) yield ['EXPIRE', key, String(WRITING_SECONDS)]
  }
}

function createControl({ clock, limitsOn, settings, faults, random, categories }: LocalState): Control {
  return {
    clock: clock.course,
    limits: limitsOn,
    choices: settings.choices,
    faults: faults.records(clock.now()),
    nextFault: faults.nextId,
    random: { ids: random.ids.state(), faults: random.faults.state() },
    categories: [...categories],
  }
}

/** The most pets of a snapshot: Redis reads them in a fraction of a second, in which it answers no other client. */
const MOST_READ = 100_000

/** control key, keys of an epoch; how these begin, the epoch, most pets */
const readAll = script(`
local control = redis.call('HMGET', KEYS[1], 'epoch', 'control')
if control[1] ~= ARGV[2] then return 'gone' end
local base = ARGV[1]
local size = redis.call('ZCARD', base .. ':all')
if size > tonumber(ARGV[3]) then return size end
local function some(hash, ids)
  local stored = {}
  for from = 1, #ids, 1000 do
    for _, one in ipairs(redis.call('HMGET', hash, unpack(ids, from, math.min(from + 999, #ids)))) do stored[#stored + 1] = one end
  end
  return stored
end
local function listed(hash, order)
  local ids = redis.call('ZRANGE', order, 0, -1)
  return {ids, some(hash, ids)}
end
local counters = redis.call('MGET', base .. ':from-1', base .. ':beyond-2-53', base .. ':draws')
return {control[2], listed(base .. ':pets', base .. ':all'), listed(base .. ':keys', base .. ':keys:added'),
  listed(base .. ':addresses', base .. ':addresses:added'), redis.call('ZRANGE', base .. ':gone', 0, -1),
  counters[1], counters[2], counters[3] or '0'}`)

/** The whole state of a world at one moment; `now` is the time outside. Rejects with a ControlError where it has too many pets. */
export async function readState(
  link: RedisLink,
  base: string,
  memory: Memory,
  now: number,
  most = MOST_READ,
): Promise<LocalState> {
  const epoch = await link.command('HGET', `${base}:control`, 'epoch')
  if (typeof epoch !== 'string') throw new StoreError('the world has been removed')
  const names = `${base}:${epoch}`
  const reply = await link.run(
    readAll,
    [`${base}:control`, ...epochKeys(names)],
    [names, epoch, String(most)],
  )
  if (typeof reply === 'number') {
    const what = `A world of ${figure(reply)} pets cannot be saved out of a store that several mocks share: ${figure(most)} can`
    throw new ControlError('conflict', what)
  }
  // It has begun anew meanwhile.
  if (reply === 'gone') return await readState(link, base, memory, now, most)
  const [control, pets, keys, addresses, gone, first, beyond, draws] = asList(reply)
  const {
    clock: course,
    limits,
    choices,
    faults,
    nextFault,
    random,
    categories,
  } = parseControl(asText(control))
  const clock = new Clock(() => now)
  clock.follow(course)
  const faultRandom = seededRandom(random.faults)
  const stored = new Faults(faultRandom, () => undefined)
  stored.restore(faults, nextFault)
  const share = new Budget(Infinity).open()
  const ids = seededRandom(skipNumbers(random.ids, Number(draws)))
  const local = memoryPets(share, ids)
  for (const [id, text] of zip(pets)) local.add(parsePet(id, text))
  local.numbering.goOn({
    next: { 'from-1': int64(first), 'beyond-2-53': int64(beyond) },
    retired: asList(gone).map(int64),
  })
  const callers = newCallers([], share)
  if (!callers) throw new StoreError('there is no room')
  for (const [id, text] of zip(keys)) addKey(callers, parseCaller(id, true, withoutVersion(text)))
  for (const [id, text] of zip(addresses)) addAddress(callers, parseCaller(id, false, withoutVersion(text)))
  return {
    clock,
    callers,
    faults: stored,
    pets: local,
    random: { ids, faults: faultRandom },
    journal: new Journal(memory.journals),
    publish: () => undefined,
    categories: new Set(categories),
    settings: parseSettings(choices),
    limitsOn: limits,
    lent: undefined,
  }
}

function zip(reply: Reply | undefined): readonly (readonly [string, string])[] {
  const [ids, texts] = asList(reply).map(asList)
  return (ids ?? []).map((id, at) => [asText(id), asText(texts?.[at])])
}

function withoutVersion(text: string): string {
  return text.slice(text.indexOf(' ') + 1)
}

function int64(reply: Reply | undefined): Int64 {
  return toInt64(BigInt(asText(reply)))
}
