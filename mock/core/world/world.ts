import { counted } from '../../../spec/wording.ts'
import { watchClient } from '../journal/client-watch.ts'
import { worldOf, type ChangeKind, type Events, type Listener } from '../journal/events.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { recordedBody, recordedFields, recordedRequest } from '../journal/recorded.ts'
import { Metrics, type MeasuredWorld } from '../journal/metrics.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { distinctForm } from '../message/distinct-form.ts'
import type { IdentifyKey } from '../message/key-id.ts'
import type { Request } from '../message/request.ts'
import { answer, type OnReply } from '../request/answer.ts'
import type { Reply } from '../request/reply.ts'
import type { ServiceBehind } from '../request/service-behind.ts'
import type { ClockReading } from '../settings/clock.ts'
import { ClockControl } from './clock-control.ts'
import { ChoiceControl, FaultControl, JournalControl, LimitControl } from './controls.ts'
import { checkListener } from './input.ts'
import { KeyControl } from './key-control.ts'
import { LeaseControl } from './lease-control.ts'
import { PetControl } from './pet-control.ts'
import { settingsBelow, withSettings, type Below, type LaidOver } from './laid-over.ts'
import {
  checkSnapshot,
  type SavedWorld,
  type SettingsKept,
  type Snapshot,
  type WrittenPets,
} from './snapshot.ts'
import type { WorldSeed, WorldState } from './world-state.ts'
import type { Counts, WorldStore } from './world-store.ts'

/** The current state of a world. */
export interface WorldReading extends MeasuredWorld {
  readonly clock: ClockReading
  readonly limits: boolean
  readonly faults: number
}

/** One isolated copy of the service, and everything that can be done to it. */
export class World {
  readonly name: string
  /** The events of all worlds. */
  readonly events: Events
  readonly metrics = new Metrics()
  readonly pets: PetControl
  readonly clock: ClockControl
  readonly keys: KeyControl
  readonly limits: LimitControl
  readonly choices: ChoiceControl
  readonly faults: FaultControl
  readonly journal: JournalControl
  /** The control API's, which lets them lapse. */
  readonly leases: LeaseControl
  readonly #store: WorldStore
  #lastRecorded: JournalEntry['request'] | undefined

  constructor(name: string, store: WorldStore, events: Events, keyId: IdentifyKey) {
    this.name = name
    this.events = events
    this.#store = store
    this.pets = new PetControl(store)
    this.clock = new ClockControl(store)
    this.keys = new KeyControl(store, keyId)
    this.limits = new LimitControl(store)
    this.choices = new ChoiceControl(store)
    this.faults = new FaultControl(store)
    this.journal = new JournalControl(store, keyId)
    this.leases = new LeaseControl(store)
  }

  /** Its time by the last state, Unix milliseconds. */
  get time(): number {
    return this.#store.lastState.clock.now()
  }

  read(): Awaitable<WorldReading> {
    const { name, metrics } = this
    const read = this.#store.change('all', ({ callers, clock, limitsOn: limits, faults, pets }) => {
      const reading = clock.read()
      return {
        pets,
        keys: callers.keys.size,
        clock: reading,
        limits,
        faults: faults.list(reading.now).length,
      }
    })
    return andThen(read, (read) => andThen(read.pets.size, (pets) => ({ ...read, pets, name, metrics })))
  }

  /**
   * Answers one request, with the pets of a service behind if there is one. The journal, the listeners and the client report get
   * each exchange.
   */
  answer(request: Request, behind?: ServiceBehind): Awaitable<Reply> {
    return answer(this.#store, request, this.#onReply, behind)
  }

  /**
   * Restores the starting state: pets, keys, counters, bans, clock, choices, faults and journal. A
   * pending request ends in the state that it started with, so none sees half a reset.
   */
  reset(): Awaitable<void> {
    return this.#publishOnceDone('reset', 'reset', this.#store.reset())
  }

  /** The state that clients can observe, as a JSON document, without the journal and the client statistics. */
  snapshot(): Awaitable<Snapshot> {
    return this.#store.snapshot()
  }

  /**
   * The same as JSON text, in pieces, each of which is written in some two milliseconds when it is read. What happens in the
   * world meanwhile does not show. All settings are in it, or those that are `kept`.
   */
  snapshotText(kept?: SettingsKept): Awaitable<Iterable<string>> {
    return this.#store.snapshotText(kept)
  }

  /**
   * Restores a saved state. If it is invalid or does not fit, throws a ControlError or a ChoiceError, and changes nothing. A
   * reset still restores the starting state. `whole` names the snapshot in the message of a refusal.
   */
  restore(saved: unknown, whole?: string): Awaitable<void> {
    return this.restoreChecked(checkSnapshot(saved, whole))
  }

  /** Restores a state that has been validated; `pets` are its pets, if they are written already. */
  restoreChecked(saved: SavedWorld, isStart = false, pets?: WrittenPets): Awaitable<void> {
    return this.#publishOnceDone('restore', 'restored', this.#store.restore(saved, isStart, pets))
  }

  /**
   * The same, with settings laid over it, and a reset comes back to that state, until another start is given (`reseed`). Returns
   * the settings below.
   */
  startFrom(saved: unknown, over: LaidOver = {}): Awaitable<Below> {
    const checked = checkSnapshot(saved)
    const restored = this.restoreChecked(withSettings(checked, over, this.time), true)
    return andThen(restored, () => settingsBelow(checked))
  }

  /** Frees its memory, before the world is removed or starts with something else. */
  release(): void {
    this.#store.release()
  }

  /** Changes the seed of the world, and resets to it; throws a ControlError if there is no room for its pets. */
  reseed(change: Partial<WorldSeed>): Awaitable<void> {
    return this.#publishOnceDone('reset', 'reset', this.#store.reseed(change))
  }

  /** Listens to the exchanges and changes of this world until the returned function is called. */
  subscribe(listener: Listener): () => void {
    checkListener(listener)
    return this.events.subscribe((event) => {
      if (worldOf(event) === this.name) listener(event)
    })
  }

  readonly #onReply: OnReply<WorldState> = (context, reply) => {
    const { state, request, now, caller, admission, behind } = context
    const exchange: JournalEntry = {
      id: state.journal.nextId(),
      world: this.name,
      time: now,
      request: recordedRequest(request, this.#lastRecorded),
      body: context.body === undefined ? undefined : recordedBody(context.body),
      key: caller.hasKey ? caller.id : undefined,
      reply: { status: reply.status, headers: recordedFields(reply.headers), body: recordedBody(reply.body) },
      operation: reply.operation,
      reason: reply.reason,
    }
    const entry = behind ? behind.recorded(exchange) : exchange
    this.#lastRecorded = entry.request
    this.metrics.countReply(reply.operation, reply.status)
    void andThen(state.journal.add(entry), this.#emitExchange)
    if (!admission.admitted && admission.by === 'striking') {
      this.metrics.bans += 1
      state.publish(
        'ban',
        `key ${distinctForm(caller.id, state.callers.keys.keys())} is ${reply.reason.sentence}`,
      )
    }
    return watchClient(this.#store, context, reply)
  }

  readonly #emitExchange = (exchange: JournalEntry): void => {
    this.events.emit({ kind: 'exchange', exchange })
  }

  #publishOnceDone(what: ChangeKind, how: string, done: Awaitable<Counts>): Awaitable<void> {
    return andThen(done, ({ pets, keys }) => {
      const sentence = `${how} to ${counted(pets, 'pet')} and ${counted(keys, 'key')}`
      const change = { world: this.name, time: this.time, what, sentence }
      this.events.emit({ kind: 'change', change })
    })
  }
}
