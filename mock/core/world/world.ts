import { counted } from '../../../spec/index.ts'
import type { Fault } from '../faults/faults.ts'
import { worldOf, type ChangeKind, type Events, type Listener } from '../journal/events.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { keptBody, keptFields, keptRequest } from '../journal/kept.ts'
import { Metrics } from '../journal/metrics.ts'
import type { Share } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import { answer, type OnReply } from '../request/answer.ts'
import type { Reply } from '../request/reply.ts'
import { ClockControl } from './clock-control.ts'
import { ChoiceControl, FaultControl, JournalControl, LimitControl } from './controls.ts'
import { checkListener } from './input.ts'
import { KeyControl } from './key-control.ts'
import { PetControl } from './pet-control.ts'
import { checkSnapshot, savedState, snapshotOf, type Snapshot } from './snapshot.ts'
import { freshState, type Ports, type WorldHandle, type WorldSeed, type WorldState } from './world-state.ts'

/** One isolated copy of the service, and everything that can be done to it. */
export class World {
  readonly name: string
  /** What happens in all worlds. */
  readonly events: Events
  readonly metrics = new Metrics()
  readonly pets: PetControl
  readonly clock: ClockControl
  readonly keys: KeyControl
  readonly limits: LimitControl
  readonly choices: ChoiceControl
  readonly faults: FaultControl
  readonly journal: JournalControl
  readonly #ports: Ports
  /** The memory that its pets fill. */
  #share: Share
  #seed: WorldSeed
  #state: WorldState
  /** What it starts from in the place of what the seed makes. */
  #start: Snapshot | undefined

  /** Throws a ControlError where there is no room for the starting pets. */
  constructor(name: string, seed: WorldSeed, ports: Ports, events: Events) {
    this.name = name
    this.events = events
    this.#ports = ports
    this.#seed = seed
    this.#share = ports.memory.worlds.open()
    this.#state = this.#fresh()
    const handle: WorldHandle = {
      state: () => this.#state,
      changed: (what, sentence) => {
        this.#changed(what, sentence)
      },
    }
    this.pets = new PetControl(handle)
    this.clock = new ClockControl(handle)
    this.keys = new KeyControl(handle)
    this.limits = new LimitControl(handle)
    this.choices = new ChoiceControl(handle)
    this.faults = new FaultControl(handle)
    this.journal = new JournalControl(handle)
  }

  /** Answers one request; what was decided stands in the journal and goes to the listeners. */
  answer(request: Request): Reply | Promise<Reply> {
    return answer(this.#state, request, this.#onReply)
  }

  /**
   * Puts everything back to what the world started with: pets, keys, counters, bans, clock, choices, faults and journal. A
   * request that is under way ends in the state that it met, so none sees half a reset.
   */
  reset(): void {
    this.#state.journal.close()
    this.#share.giveAll()
    this.#state = this.#fresh()
    const { pets, callers } = this.#state
    this.#changed('reset', `reset to ${counted(pets.size, 'pet')} and ${counted(callers.keys.size, 'key')}`)
  }

  /** All that a client can meet, as a JSON document; the journal and how clients behaved are not in it. */
  snapshot(): Snapshot {
    return snapshotOf(this.#state)
  }

  /**
   * Puts everything into the state that was saved; throws a ControlError or a ChoiceError, and changes nothing, for what is
   * no snapshot, or has no room. A reset goes back to what the world started with still. `whole` is what a refusal calls it.
   */
  restore(saved: unknown, whole?: string): void {
    this.#restore(saved, whole)
  }

  /** The same, and a reset comes back to that state, until another start is given (`reseed`). */
  startFrom(saved: unknown): void {
    this.#start = this.#restore(saved)
    this.#share.keep()
  }

  /** Gives back the memory that it fills, for the world is to go, or to start with something else. */
  release(): void {
    this.#state.journal.close()
    this.#share.end()
  }

  /** Changes what the world starts with, and resets to it; throws a ControlError where there is no room for its pets. */
  reseed(change: Partial<WorldSeed>): void {
    this.release()
    this.#share = this.#ports.memory.worlds.open()
    this.#seed = { ...this.#seed, ...change }
    this.#start = undefined
    this.reset()
  }

  /** Listens to the exchanges and changes of this world until the returned function is called. */
  subscribe(listener: Listener): () => void {
    checkListener(listener)
    return this.events.subscribe((event) => {
      if (worldOf(event) === this.name) listener(event)
    })
  }

  readonly #onReply: OnReply<WorldState> = (context, reply) => {
    const { state, request, now, caller, admission } = context
    state.exchanges += 1
    const entry: JournalEntry = {
      id: state.exchanges,
      world: this.name,
      time: now,
      request: keptRequest(request),
      body: context.body === undefined ? undefined : keptBody(context.body),
      key: caller.hasKey ? caller.id : undefined,
      reply: { status: reply.status, headers: keptFields(reply.headers), body: keptBody(reply.body) },
      operation: reply.operation,
      reason: reply.reason,
    }
    state.journal.add(entry)
    this.metrics.countReply(reply.operation, reply.status)
    this.events.emit({ kind: 'exchange', exchange: entry })
    if (!admission.admitted && admission.by === 'striking') {
      this.metrics.bans += 1
      this.#changed('ban', reply.reason.sentence)
    }
  }

  #restore(saved: unknown, whole?: string): Snapshot {
    const snapshot = checkSnapshot(saved, whole)
    const before = this.#share.held
    this.#share.giveAll()
    try {
      const state = savedState(snapshot, this.#ports, this.#share, this.#onHealed)
      this.#state.journal.close()
      this.#state = state
    } catch (error) {
      this.#share.giveAll()
      this.#share.take(before)
      throw error
    }
    const { pets, callers } = this.#state
    const what = `${counted(pets.size, 'pet')} and ${counted(callers.keys.size, 'key')}`
    this.#changed('restore', `restored to ${what}`)
    return snapshot
  }

  readonly #onHealed = (fault: Fault): void => {
    this.#changed('faults', `fault ${fault.id} healed after ${counted(fault.hits, 'hit')}`)
  }

  #fresh(): WorldState {
    try {
      const [ports, share, onHealed] = [this.#ports, this.#share, this.#onHealed]
      const state = this.#start
        ? savedState(this.#start, ports, share, onHealed)
        : freshState(this.#seed, ports, share, onHealed)
      this.#share.keep()
      return state
    } catch (error) {
      this.#share.end()
      throw error
    }
  }

  #changed(what: ChangeKind, sentence: string): void {
    const time = this.#state.clock.now()
    this.events.emit({ kind: 'change', change: { world: this.name, time, what, sentence } })
  }
}
