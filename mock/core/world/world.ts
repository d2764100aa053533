import { counted } from '../../../spec/index.ts'
import { worldOf, type ChangeKind, type Events, type Listener } from '../journal/events.ts'
import { keptBody, type JournalEntry } from '../journal/journal.ts'
import { Metrics } from '../journal/metrics.ts'
import type { Request } from '../message/request.ts'
import { answer, type OnReply } from '../request/answer.ts'
import type { Reply } from '../request/reply.ts'
import { ClockControl } from './clock-control.ts'
import { ChoiceControl, FaultControl, JournalControl, LimitControl } from './controls.ts'
import { KeyControl } from './key-control.ts'
import { PetControl } from './pet-control.ts'
import { freshState, type Ports, type WorldHandle, type WorldSeed, type WorldState } from './world-state.ts'

function withoutBody({ method, base, path, query, headers, address }: Request): JournalEntry['request'] {
  return { method, base, path, query, headers, address }
}

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
  #seed: WorldSeed
  #state: WorldState

  constructor(name: string, seed: WorldSeed, ports: Ports, events: Events) {
    this.name = name
    this.events = events
    this.#ports = ports
    this.#seed = seed
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
    this.#state = this.#fresh()
    const { pets, callers } = this.#state
    this.#changed('reset', `reset to ${counted(pets.size, 'pet')} and ${counted(callers.keys.size, 'key')}`)
  }

  /** Changes what the world starts with, and resets to it. */
  reseed(change: Partial<WorldSeed>): void {
    this.#seed = { ...this.#seed, ...change }
    this.reset()
  }

  /** Listens to the exchanges and changes of this world until the returned function is called. */
  subscribe(listener: Listener): () => void {
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
      // Not the request itself, which holds on to the connection.
      request: withoutBody(request),
      body: context.body === undefined ? undefined : keptBody(context.body),
      key: caller.hasKey ? caller.id : undefined,
      reply: { status: reply.status, headers: reply.headers, body: keptBody(reply.body) },
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

  #fresh(): WorldState {
    return freshState(this.#seed, this.#ports, (fault) => {
      this.#changed('faults', `fault ${fault.id} healed after ${counted(fault.hits, 'hit')}`)
    })
  }

  #changed(what: ChangeKind, sentence: string): void {
    const time = this.#state.clock.now()
    this.events.emit({ kind: 'change', change: { world: this.name, time, what, sentence } })
  }
}
