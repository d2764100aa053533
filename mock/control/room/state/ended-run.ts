import type { Room } from './room.ts'
import { withTabStorage } from './tab-storage.ts'

const NAME = 'petstore-run-ended'
const ENDED = 'The run ended when this page was reloaded or left. Run it again.'

/** Notes in this tab that a run ends because its page goes away, and takes the note back where the page comes back as it was. */
export function noteEndedRun(isEnded: boolean): void {
  withTabStorage((storage) => {
    if (isEnded) storage.setItem(NAME, '')
    else storage.removeItem(NAME)
  })
}

/** Says once, on the page that follows, that the run of the one before has ended. */
export function reportEndedRun({ scenarios }: Pick<Room, 'scenarios'>): void {
  withTabStorage((storage) => {
    if (storage.getItem(NAME) === null) return
    storage.removeItem(NAME)
    scenarios.problem.value ??= ENDED
  })
}
