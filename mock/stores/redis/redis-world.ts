import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { Caller } from '../../core/limits/caller.ts'
import type { Memory } from '../../core/memory/memory.ts'
import type { Request } from '../../core/message/request.ts'
import { randomId } from '../../core/pets/id-numbering.ts'
import type { RequestContext } from '../../core/request/request-context.ts'
import { skipNumbers, seededRandom } from '../../core/settings/random.ts'
import { ControlError } from '../../core/world/control-error.ts'
import { seedTraits } from '../../core/world/seed-traits.ts'
import {
  restoreState,
  createSnapshot,
  snapshotText,
  writePets,
  type WrittenPets,
  type SavedWorld,
  type SettingsKept,
  type Snapshot,
} from '../../core/world/snapshot.ts'
import { freshState, type LocalState, type WorldSeed, type WorldState } from '../../core/world/world-state.ts'
import type { Counts, KeysMet, Publish, WorldStore } from '../../core/world/world-store.ts'
import { memoryPets } from '../memory-pets.ts'
import { journalKey, type Notes } from './notes.ts'
import { boundedScript, script, type RedisLink } from './redis-link.ts'
import { asList, parseTime, asText } from './reply.ts'
import { redisPets } from './redis-pets.ts'
import { RedisSteps } from './redis-steps.ts'
import { ENDING_SECONDS, epochKeys, readState, writeState } from './whole-state.ts'

/** The state that a world starts with: made of a seed, or a snapshot. */
interface Start {
  readonly seed: WorldSeed
  readonly saved?: SavedWorld
}

interface Put {
  readonly isStart: boolean
  readonly isNew?: boolean
  /** The pets of the saved world, if they are written already. */
  readonly pets?: WrittenPets | undefined
}

/** control key, journal, keys of the epoch; epoch, control, start (empty where it stays), whether it must be new, seconds, keys before the epoch, names behind */
const begin = boundedScript(`
local epoch, control, start, isNew, seconds, base = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local before = redis.call('HGET', KEYS[1], 'epoch')
if isNew == '1' and before then return 0 end
if isNew == '0' and not before then return -1 end
for at = 7, #ARGV do
  redis.call('PERSIST', base .. ':' .. epoch .. ARGV[at])
  if before then redis.call('EXPIRE', base .. ':' .. before .. ARGV[at], seconds) end
end
redis.call('PERSIST', base .. ':epochs')
redis.call('XTRIM', KEYS[2], 'MAXLEN', 0)
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'epoch', epoch, 'control', control)
if start ~= '' then redis.call('HSET', KEYS[1], 'start', start) end
return 1`)

/** The time of the Redis that has a world. */
const time = script(`#!lua flags=no-writes\nreturn redis.call('TIME')`)

/** KEYS: epochs. ARGV: the time. Epochs count from it, because a mock may still have one of a world that Redis has lost. */
const nextEpoch = boundedScript(`
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('INCR', KEYS[1])`)

/** A world in Redis, which several instances of the mock change. */
export class RedisWorld implements WorldStore {
  readonly #link: RedisLink
  readonly #base: string
  readonly #memory: Memory
  readonly #publish: Publish
  readonly #steps: RedisSteps
  readonly #beginAnew: () => Promise<void>

  /** `beginAnew` is called for a world that Redis does not have. */
  constructor(
    link: RedisLink,
    base: string,
    notes: Notes,
    memory: Memory,
    publish: Publish,
    beginAnew: () => Promise<void>,
  ) {
    this.#link = link
    this.#base = base
    this.#memory = memory
    this.#publish = publish
    this.#beginAnew = beginAnew
    this.#steps = new RedisSteps(link, base, publish, beginAnew, (epoch, seed) => {
      const keys = `${base}:${epoch}`
      const pets = redisPets(link, keys, drawing(link, `${keys}:draws`, seed))
      return { pets, journal: notes.journal(base, epoch) }
    })
  }

  get lastState(): WorldState {
    return this.#steps.lastState
  }

  enter(
    request: Request,
    step: (state: WorldState) => RequestContext<WorldState>,
  ): Promise<RequestContext<WorldState>> {
    return this.#steps.enter(request, step)
  }

  changeCaller<Result>(
    met: RequestContext<WorldState>,
    step: (caller: Caller, state: WorldState) => Result,
  ): Promise<Result | undefined> {
    return this.#steps.changeCaller(met, step)
  }

  changeCallerSoon(met: RequestContext<WorldState>, step: (caller: Caller) => void): void {
    this.#steps.changeCallerSoon(met, step)
  }

  monotonicTime(at?: number): number {
    return this.#steps.monotonicTime(at)
  }

  change<Result>(keys: KeysMet, step: (state: WorldState) => Result): Promise<Result> {
    return this.#steps.change(keys, step)
  }

  /** Creates the world, unless another instance has created it meanwhile. */
  async begin(seed: WorldSeed): Promise<void> {
    await this.#put({ seed }, { isStart: true, isNew: true })
  }

  async reset(): Promise<Counts> {
    return await this.#put(await this.#start(), { isStart: false })
  }

  async restore(saved: SavedWorld, isStart: boolean, pets?: WrittenPets): Promise<Counts> {
    const { seed } = await this.#start()
    return await this.#put({ seed, saved }, { isStart, pets })
  }

  async reseed(change: Partial<WorldSeed>): Promise<Counts> {
    const { seed } = await this.#start()
    return await this.#put({ seed: { ...seed, ...change } }, { isStart: true })
  }

  async snapshot(): Promise<Snapshot> {
    return createSnapshot(await this.#read())
  }

  async snapshotText(kept?: SettingsKept): Promise<Iterable<string>> {
    return snapshotText(await this.#read(), kept)
  }

  release(): void {
    // It fills no memory here.
  }

  async #read(): Promise<LocalState> {
    const state = await readState(this.#link, this.#base, this.#memory, await this.#now())
    state.journal.close()
    return state
  }

  async #start(): Promise<Start> {
    const start = await this.#link.command('HGET', `${this.#base}:control`, 'start')
    // It was written from one.
    if (typeof start === 'string') return parseJson(start) as Start
    await this.#beginAnew()
    return await this.#start()
  }

  /** Replaces the whole state: the new one is written under keys of its own, and then made current by one script. */
  async #put(start: Start, { isStart, isNew = false, pets }: Put): Promise<Counts> {
    const now = await this.#now()
    const state = this.#make(start, now, pets)
    const epoch = asText(await this.#link.run(nextEpoch, [`${this.#base}:epochs`], [String(now)]))
    const control = await writeState(this.#link, `${this.#base}:${epoch}`, state)
    const args = [
      epoch,
      control,
      isStart ? stringifyJson(start) : '',
      isNew ? '1' : '0',
      String(ENDING_SECONDS),
    ]
    const done = await this.#link.commit(
      begin,
      [`${this.#base}:control`, journalKey(this.#base), ...epochKeys(`${this.#base}:${epoch}`)],
      [...args, this.#base, ...epochKeys('')],
    )
    if (done === -1) throw new ControlError('not-found', 'The world has been removed meanwhile')
    state.journal.close()
    return { pets: state.pets.size, keys: state.callers.keys.size }
  }

  /** Makes the state in memory; it is written to Redis from there. */
  #make({ seed, saved }: Start, now: number, pets = saved && writePets(saved)): LocalState {
    const share = this.#memory.worlds.open()
    const ports = {
      time: () => now,
      createPetStore: memoryPets,
      memory: this.#memory,
      traitsOf: seedTraits,
    }
    try {
      return saved && pets
        ? restoreState({ saved, pets }, ports, share, this.#publish)
        : freshState(seed, ports, share, this.#publish)
    } finally {
      share.end()
    }
  }

  async #now(): Promise<number> {
    const [seconds, micros] = asList(await this.#link.run(time, [`${this.#base}:control`], []))
    return parseTime(seconds, micros)
  }
}

/** Numbers of the generator that an instance draws in one batch. */
const DRAWN_AT_ONCE = 96

/** Draws random ids; no two instances use the same number of the generator. */
function drawing(link: RedisLink, key: string, seed: number): () => Promise<Int64> {
  let left: readonly Int64[] = []
  return async () => {
    if (left.length === 0) {
      const end = Number(await link.command('INCRBY', key, String(DRAWN_AT_ONCE)))
      const random = seededRandom(skipNumbers(seed, end - DRAWN_AT_ONCE))
      left = Array.from({ length: DRAWN_AT_ONCE / 2 }, () => randomId(random))
    }
    const [first = 1, ...others] = left
    left = others
    return first
  }
}
