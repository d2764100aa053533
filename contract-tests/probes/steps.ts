// Requests that are chosen by what came before them.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import type { AskedReply } from '../asked/asked.ts'
import { MadeTransitions } from '../asked/made-transitions.ts'
import type { Caller, Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import type { OnRefusal } from '../engine/session.ts'
import { isAdded, memberOf } from '../history/values.ts'
import { nextStatus, onceMore } from './added.ts'
import { askedOperations } from './each-operation.ts'
import { getShown } from './given.ts'
import { asNobody, asSecond, createInvalid, get, list, OF_NO_PET } from './requests.ts'

/** A request of a caller, and how a conforming service answers it. */
interface Step {
  readonly reply: AskedReply & { readonly caller: Caller }
  readonly probe: (run: Run) => Probe | Promise<Probe>
}

type Answered = Omit<AskedReply, 'caller'>

const withKey: readonly (readonly [Answered, Step['probe']])[] = [
  [{ operation: 'listPets', status: 200 }, () => list()],
  [{ operation: 'createPet', status: 201 }, (run) => onceMore(run, { status: nextStatus(run) })],
  [{ operation: 'createPet', status: 400 }, () => createInvalid('{')],
  [{ operation: 'getPet', status: 200 }, (run) => getShown(lastAdded(run))],
  [{ operation: 'getPet', status: 404 }, () => get(OF_NO_PET)],
]

const withoutKey = askedOperations.map(
  ({ id, withoutKey: probe }) =>
    [{ operation: id, status: 401 }, id === 'listPets' ? listInTurn : probe] as const,
)

/** A list without a key, each time of another status: one of them alone may let it in. */
function listInTurn({ session }: Run): Probe {
  const asked = session.exchanges.filter(
    ({ probe }) => probe.caller === 'nobody' && probe.path.includes('?status='),
  )
  return list(`?status=${petStatuses[asked.length % petStatuses.length] ?? ''}`)
}

/** The steps of some callers, each time the one that makes most transitions which the run has not made. */
export class Steps {
  readonly #run: Run
  readonly #made = new MadeTransitions()
  readonly #steps: Set<Step>

  constructor(run: Run, callers: readonly Caller[]) {
    this.#run = run
    this.#steps = new Set(callers.flatMap(stepsOf).filter(isPossible(run)))
  }

  /**
   * Sends the step that makes most transitions, together with the best one after it, or with the reply that comes `next`; nothing
   * where none makes one. A step that was answered otherwise is not taken again.
   */
  async take(
    hasRoom: (caller: Caller, addsPet: boolean) => boolean,
    onRefusal: OnRefusal,
    next?: AskedReply,
  ): Promise<Exchange | undefined> {
    this.#made.lookAt(this.#run.session.exchanges)
    const open = [...this.#steps].filter(({ reply }) => hasRoom(reply.caller, reply.status === ADDED))
    const following = next === undefined ? open.map(({ reply }) => reply) : [next]
    const gains = open.map((step) => ({ step, gain: this.#gainOf(step.reply, following) }))
    const [best] = gains.toSorted(
      ({ gain: one }, { gain: other }) => other.both - one.both || other.own - one.own,
    )
    if (best === undefined || best.gain.both === 0) return undefined
    const { reply, probe } = best.step
    const exchange = await this.#run.session.send(by(reply.caller, await probe(this.#run)), onRefusal)
    if (exchange.status !== reply.status) this.#steps.delete(best.step)
    return exchange
  }

  /** How many new transitions a reply makes, by itself and together with the best one that follows. */
  #gainOf(
    reply: AskedReply,
    following: readonly AskedReply[],
  ): { readonly own: number; readonly both: number } {
    const own = this.#made.madeBy(reply)
    const all = following.map((next) => new Set([...own, ...this.#made.madeBy(next, [reply])]).size)
    return { own: own.length, both: Math.max(own.length, ...all) }
  }
}

const ADDED = 201

function stepsOf(caller: Caller): readonly Step[] {
  const all = caller === 'nobody' ? withoutKey : withKey
  return all.map(([answered, probe]) => ({ reply: { ...answered, caller }, probe }))
}

/** The last pet that the run has added as the document says, which has an id. */
function lastAdded({ session }: Run): unknown {
  const showsPet = (one: Exchange): boolean =>
    one.probe.operation === 'createPet' && isAdded(one) && isInt64(memberOf(one.json, 'id'))
  return session.exchanges.findLast(showsPet)?.json
}

/** Whether a run may add pets where a step asks for that, and has added one where a step is like that one, or reads it. */
function isPossible(run: Run): (step: Step) => boolean {
  const hasAdded = lastAdded(run) !== undefined
  return ({ reply: { operation, status } }) => {
    if (run.settings.readOnly && operation === 'createPet') return false
    return hasAdded || operation === 'listPets' || status >= 400
  }
}

function by(caller: Caller, probe: Probe): Probe {
  if (caller === 'nobody') return asNobody(probe)
  return caller === 'second key' ? asSecond(probe) : probe
}
