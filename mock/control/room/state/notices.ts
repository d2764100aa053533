import { signal } from '@preact/signals'
import { counted } from '../../../../spec/wording.ts'
import type { Change } from '../../../client/generated/wire.ts'

export interface Notice {
  /** `wrong`: an error, which has more time than the others. */
  readonly tone: 'good' | 'bad' | 'wrong'
  readonly text: string
  /** When it was shown, in real time. */
  readonly since: number
  /** The world's time up to which it is true, Unix milliseconds; `undefined` where it is always. */
  readonly until?: number | undefined
}

// Long enough to read a line, and after an error to act.
const SHOWN_FOR = 5000
const ERROR_SHOWN_FOR = 20_000
/** How long an error is shown before another notice takes its place. */
const ERROR_READ_IN = 6000

/** The sentence of a change in one line: of several choices only how many, because their list and the traffic show them. */
export function noticeOf({ what, sentence }: Pick<Change, 'what' | 'sentence'>): string {
  const points = sentence.split(', ').length
  if (what !== 'choices' || points === 1) return sentence
  const [why = ''] = /^varied by seed \d+: /.exec(sentence) ?? []
  return `${why}${counted(points, 'open point')} changed`
}

/** The notices of a page, of which it shows one at a time. Times in Unix milliseconds of real time. */
export class Notices {
  /** The shown notice. */
  readonly shown = signal<Notice | undefined>(undefined)
  #next: Omit<Notice, 'since'> | undefined
  /** Whether someone has opened the shown one, to read all of it. */
  #isOpened = false

  /** Shows a notice, or one that is no error as soon as a shown error has been read. */
  say(tone: Notice['tone'], text: string, now = Date.now(), until?: number): void {
    const shown = this.shown.peek()
    const isRead = !this.#isOpened && (shown?.tone !== 'wrong' || now >= shown.since + ERROR_READ_IN)
    if (tone === 'wrong' || isRead) this.#show({ tone, text, since: now, until })
    // No harmless one takes the place of a ban.
    else if (tone === 'bad' || this.#next?.tone !== 'bad') this.#next = { tone, text, until }
  }

  /** Keeps the shown notice while it is opened: until it is closed, or an error takes its place. */
  keep(isOpened: boolean): void {
    this.#isOpened = isOpened
  }

  /** Removes what is no longer true, when somebody has set the world's clock to a time. */
  outdate(time: number): void {
    const isOver = ({ until = Infinity }: Pick<Notice, 'until'>): boolean => until <= time
    if (this.#next && isOver(this.#next)) this.#next = undefined
    const shown = this.shown.peek()
    if (shown && isOver(shown)) this.close()
  }

  /** Removes a notice whose time is over. An error stays while it `holds`. */
  pass(now: number, holds: boolean): void {
    const shown = this.shown.peek()
    if (!shown || this.#isOpened) return
    if (now > shown.since + this.#timeOf(shown, holds)) this.close(now)
  }

  /** Removes the shown notice, for one that had to wait. */
  close(now = Date.now()): void {
    this.#show(this.#next && { ...this.#next, since: now })
    this.#next = undefined
  }

  /** Removes a shown error, when someone acts again. */
  closeError(): void {
    if (this.shown.peek()?.tone === 'wrong') this.close()
  }

  /** Removes all, also those that wait. */
  clear(): void {
    this.#next = undefined
    this.#show(undefined)
  }

  #show(notice: Notice | undefined): void {
    this.#isOpened = false
    this.shown.value = notice
  }

  #timeOf({ tone }: Notice, holds: boolean): number {
    if (tone !== 'wrong') return SHOWN_FOR
    if (this.#next) return ERROR_READ_IN
    return holds ? Infinity : ERROR_SHOWN_FOR
  }
}
