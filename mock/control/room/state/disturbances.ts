import { signal } from '@preact/signals'
import type { Change } from '../../../client/generated/wire.ts'
import { isForLease } from '../../../core/message/lease-pace.ts'

/** What somebody may change during a run, so that its result is not that of a run left alone. */
const DISTURBANCES = {
  clock: 'The clock was set, or its speed changed,',
  limits: 'The rate limits were switched',
  keys: 'A key of a client was changed',
  choices: 'The choices were changed',
  faults: 'The faults were changed',
} as const satisfies Partial<Record<Change['what'], string>>
export type Disturbance = keyof typeof DISTURBANCES

function isDisturbance(what: Change['what']): what is Disturbance {
  return what in DISTURBANCES
}

/** Why a result is not that of a run left alone. */
export function disturbedText(what: Disturbance): string {
  return `${DISTURBANCES[what]} during this run: its figures are not those of a run left alone.`
}

/** What somebody has changed during a run, in the world that it is in. */
export class Disturbances {
  readonly noted = signal<ReadonlySet<Disturbance>>(new Set())
  /** Where the clock stands, Unix milliseconds of the world; `undefined` while it runs. */
  #frozenAt: number | undefined

  /** Begins with another run. */
  forget(): void {
    this.noted.value = new Set()
    this.#frozenAt = undefined
  }

  /** Notes a change that is none of the run itself. `isOfClient`: it is about the key of a client of the run. */
  note(change: Pick<Change, 'what' | 'time' | 'sentence'>, isOfClient: boolean): void {
    if (isDisturbance(change.what) && this.#disturbs(change, isOfClient))
      this.noted.value = new Set([...this.noted.value, change.what])
  }

  #disturbs(
    { what, time, sentence }: Pick<Change, 'what' | 'time' | 'sentence'>,
    isOfClient: boolean,
  ): boolean {
    if (what === 'clock') return !isForLease(sentence) && this.#isSet(Date.parse(time), sentence)
    // The keys of a run come and go with it, and faults heal by themselves.
    if (what === 'keys') return isOfClient && !/ (?:added on plan .*|removed)$/.test(sentence)
    return !(what === 'faults' && sentence.includes(' healed '))
  }

  /** Whether a change of the clock does more than freeze it, which changes no result: the clients wait. */
  #isSet(time: number, sentence: string): boolean {
    const isFrozen = sentence.endsWith(', frozen')
    const isSet = this.#frozenAt === undefined ? !isFrozen : time !== this.#frozenAt
    this.#frozenAt = isFrozen ? time : undefined
    return isSet
  }
}
