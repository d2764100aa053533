import { keyCutter, withoutKeys, type KeyCutter } from './cut-keys.ts'
import type { Caller } from './exchange.ts'
import { Excerpts } from './excerpt.ts'
import type { RunPorts, WorldControl } from './ports.ts'
import { machineClock, mockTime, realTime } from './service-time.ts'
import { Session } from './session.ts'
import type { InputClass } from '../asked/input-class.ts'
import type { QuotaSet } from '../history/history.ts'
import type { LeftOut } from '../report/model/left-out.ts'
import type { ContractSettings } from './settings.ts'

// Reserved for the checks over the limit, which ask for the last ones at once. Other runs spend them.
const SPARED = 2
// Of the second key, for those of its day and of a ban, to read some pets of others, and to ask while the first one waits.
const SPARED_OF_SECOND = 16
const SPARED_OF_SECOND_OVER = 18
// Whoever has no key shares a minute with all others who have none, such as a second run; one over the limit waits for more minutes.
const SPARED_OF_NOBODY = 23
const SPARED_OF_NOBODY_OVER = 10

// What all that is no extra needs of each caller after its minute was renewed, in a run on our mock.
const FOR_THE_REST = 9
const FOR_THE_REST_AND_BANS = 15

// Of the pets that a run may add, for the tests that come later.
const PETS_FOR_THE_REST = 8

/** The state that the checks of a run share, with results that are computed once per run. */
export class Run {
  readonly settings: ContractSettings
  readonly session: Session
  /** The first world, where the service is our mock. */
  readonly control: WorldControl | undefined
  /** Redacts the keys in a text. */
  readonly cut: KeyCutter
  /** Redacts the keys in a value, quotes no more of replies than reports show, and truncates long texts. Everything that leaves the run passes through here. */
  readonly redact: <Value>(value: Value) => Value
  /** What reports show of replies; all of them where it is absent. */
  readonly excerpts: Excerpts | undefined
  /** The checks that a report names as left out, because the quota of their caller did not suffice. */
  readonly leftOut: LeftOut[] = []
  /** The callers whose quota did not suffice for something that was to be asked, whether a report names it or not. */
  readonly shortOf = new Set<Caller>()
  /** The values that were not sent, because the run had no pet to spare for them. */
  readonly withoutPets = new Set<InputClass>()
  /** After which exchanges the quota of a key was set by the control API, so that it follows from none before. */
  readonly quotaSetAfter: QuotaSet[] = []
  readonly #done = new Map<unknown, Promise<unknown>>()

  private constructor(settings: ContractSettings, session: Session, control: WorldControl | undefined) {
    this.settings = settings
    this.session = session
    this.control = control && this.#noting(control)
    const { baseUrl, secondBaseUrl = '', keyVariables: names } = settings
    const cut = keyCutter(settings, [baseUrl, secondBaseUrl, names.key, names.secondKey])
    this.cut = cut
    // Our mock has no secrets.
    if (!settings.showBodies && control === undefined) this.excerpts = new Excerpts(session.exchanges, cut)
    const { sentence = (text: string) => text } = this.excerpts ?? {}
    this.redact = (value) => withoutKeys(value, (text) => cut(sentence(text)))
  }

  /** Opens a run: nothing is asked of the service yet, but the clocks of our mock stand still from now on. */
  static async open(settings: ContractSettings, ports: RunPorts): Promise<Run> {
    const { transport, control, clock = machineClock } = ports
    const time = control === undefined ? realTime(settings.maxWait, clock) : await mockTime(control)
    const session = new Session(settings, transport, time)
    return new Run(settings, session, control?.[0])
  }

  /** Does a piece of work on the first call, and returns the same result for the rest of the run. */
  once<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const done = this.#done.get(work) as Promise<T> | undefined
    if (done) return done
    const begun = work(this)
    this.#done.set(work, begun)
    return begun
  }

  /** Whether a caller can send so many requests that nothing rests on, and need not wait: always in a thorough run, which does wait. */
  hasRoomFor(caller: Caller, requests: number): boolean {
    return this.settings.thorough || this.session.leftOf(caller) >= requests + this.#spared(caller)
  }

  /** The same once the minutes were renewed of those that go over the limit, or where these are long: all that is no extra has room too. */
  hasRoomBesideTheRest(caller: Caller, requests: number): boolean {
    const rest = this.settings.ban ? FOR_THE_REST_AND_BANS : FOR_THE_REST
    return this.hasRoomFor(caller, requests + Math.max(0, rest - this.#spared(caller)))
  }

  /** Whether the run can add a pet that nothing rests on, and leave so many for the tests that come later. */
  hasPetsToSpare(forLater = PETS_FOR_THE_REST): boolean {
    return this.session.petsLeft > forLater
  }

  #spared(caller: Caller): number {
    const { exhaust } = this.settings
    const spared = {
      key: exhaust ? SPARED : 0,
      'second key': exhaust ? SPARED_OF_SECOND_OVER : SPARED_OF_SECOND,
      nobody: exhaust ? SPARED_OF_NOBODY_OVER : SPARED_OF_NOBODY,
    }
    return spared[caller]
  }

  #noting({ clock, keys }: WorldControl): WorldControl {
    return {
      clock,
      keys: {
        setRemaining: (key, left) => {
          const caller = key === this.settings.secondKey ? 'second key' : 'key'
          this.quotaSetAfter.push({ caller, id: this.session.exchanges.length, ...left })
          return keys.setRemaining(key, left)
        },
      },
    }
  }
}
