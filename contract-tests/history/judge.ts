import { createdAsSent, invalidIsRefused, validIsCreated } from './creations.ts'
import { acceptedKeysIn, sharedKeysIn } from './assumptions.ts'
import type { Finding, History, Rule } from './history.ts'
import { aKeyStaysValid, noKeyIsRefused } from './keys.ts'
import { someWindowExplains } from './meter.ts'
import { nothingIsLost, onePetForEachId, theOneAskedFor, whatIsSeenIsFound } from './store.ts'

const rules: readonly Rule[] = [
  onePetForEachId,
  nothingIsLost,
  whatIsSeenIsFound,
  theOneAskedFor,
  createdAsSent,
  invalidIsRefused,
  validIsCreated,
  noKeyIsRefused,
  aKeyStaysValid,
  someWindowExplains,
]

/** Every contradiction between a history and the document; none for the history of a service that conforms. */
export function judge(recorded: Omit<History, 'sharedKeys' | 'acceptedKeys'>): readonly Finding[] {
  const { exchanges } = recorded
  const history = {
    ...recorded,
    sharedKeys: sharedKeysIn(exchanges),
    acceptedKeys: acceptedKeysIn(exchanges),
  }
  return rules.flatMap((rule) => rule(history))
}
