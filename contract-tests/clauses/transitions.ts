// Each outcome after each other one, for one key, for two, and with none: what a service remembers of the request before.
import type { Check } from '../engine/check.ts'
import type { Caller, Exchange } from '../engine/exchange.ts'
import { missing } from '../engine/verdicts.ts'
import { isSuccess } from '../history/history.ts'
import { givenAdded } from '../probes/given.ts'
import { Steps } from '../probes/steps.ts'

const MOST = 80
// Few of the tests after it add a pet.
const FEW = 4

/** In a minute of a Free key it has no room. */
export const transitionsCheck: Check = {
  id: 'AUTH-1',
  aspect: 'each operation after each outcome of each other one, of the same key, of another one, and of none',
  needs: ['writes'],
  extra: 'larger plan',
  caller: 'spare',
  cost: 16,
  ask: async (run) => {
    await givenAdded(run, {})
    const second = run.session.spareCaller === 'second key' ? (['second key'] as const) : []
    const steps = new Steps(run, ['key', ...second, 'nobody'])
    const hasRoom = (caller: Caller, addsPet: boolean): boolean =>
      run.hasRoomBesideTheRest(caller, 1) && (!addsPet || run.hasPetsToSpare(FEW))
    const sent: Exchange[] = []
    while (sent.length < MOST) {
      const reply = await steps.take(hasRoom, 'wait')
      if (reply === undefined) break
      sent.push(reply)
    }
    const served = sent.filter(isSuccess)
    return served.length > 0 ? served : missing('room for a request that follows on another')
  },
}
