import { runKinds, runSettings, type RunKind } from './judge-operator.ts'
import { PLAIN, runOn, testService } from './test-service.ts'
import { Moments } from './situations/moment.ts'
import { situations, type Situation } from './situations/situation.ts'

/** The shortest kind of run of a conforming service in which each situation occurs; absent where it occurs in none. */
export async function whereMet(): Promise<ReadonlyMap<Situation, RunKind>> {
  const met = new Map<Situation, RunKind>()
  for (const kind of runKinds) {
    const moments = new Moments()
    const service = await testService(
      (healthy) => async (request) => {
        const end = moments.begin(request)
        const reply = await healthy(request)
        const moment = end(reply)
        if (moment === undefined) return reply
        for (const one of situations) {
          if (one.operation === moment.state.operation && !met.has(one) && one.holds(moment))
            met.set(one, kind)
        }
        return reply
      },
      PLAIN,
    )
    await runOn(service, runSettings[kind])
  }
  return met
}
