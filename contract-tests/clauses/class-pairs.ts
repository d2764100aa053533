// Kinds of values that meet in one request: every two of them, in few requests (a covering array of strength 2).
import type { OperationId } from '../../spec/operations.ts'
import {
  canMeet,
  inputOf,
  isDoubtfulKey,
  kindPairs,
  kinds,
  mayBeRefused,
  pairsIn,
  type Kind,
  type KindPair,
} from '../asked/classes-in.ts'
import type { InputClass } from '../asked/input-class.ts'
import type { Check } from '../engine/check.ts'
import type { Caller, Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { probeWith } from '../probes/class-probes.ts'

// Requests in a run on our mock.
const COSTS: Readonly<Record<OperationId, number>> = { listPets: 9, createPet: 42, getPet: 4 }

/** Most of their requests have no valid key, and whatever else is wrong with them, that comes first; the others where there is room. */
export const classPairChecks: readonly Check[] = (['listPets', 'createPet', 'getPet'] as const).map(
  (operation): Check => ({
    id: 'AUTH-3',
    aspect: `${operation}: every two kinds of values in one request, its key one of them`,
    ...(operation === 'createPet' && { needs: ['writes'] }),
    extra: 'larger plan',
    caller: 'nobody',
    cost: COSTS[operation],
    ask: async (run) => {
      await askPairs(run, operation)
      const asked = run.session.exchanges.filter((one) =>
        pairsIn(one).some(({ one: kind }) => kind.operation === operation),
      )
      const refused = asked.filter(({ probe }) => probe.caller === 'nobody')
      return refused.length > 0 ? refused : missing('a request without a valid key')
    },
  }),
)

/** Asks for all pairs that no request of the run has asked yet; each request asks for as many as it can. */
async function askPairs(run: Run, operation: OperationId): Promise<void> {
  const all = kindPairs.filter(({ one }) => one.operation === operation)
  const open = new Set(all)
  const strike = (exchange: Exchange): void => {
    for (const pair of pairsIn(exchange)) open.delete(pair)
  }
  run.session.exchanges.forEach(strike)
  for (const [at, pair] of all.entries()) {
    // Two, for the list is asked first whether it lets in what may be a key.
    if (!open.has(pair) || !hasRoom(run, 'nobody', 2)) continue
    const probe = await probeWith(
      run,
      operation,
      requestFor(pair, open).flatMap((kind) => classOf(kind, at)),
    )
    if (probe !== undefined && hasRoom(run, probe.caller, 1)) strike(await run.session.share(probe))
  }
}

function hasRoom(run: Run, caller: Caller, requests: number): boolean {
  if (run.hasRoomBesideTheRest(caller, requests)) return true
  run.shortOf.add(caller)
  return false
}

/** The kinds of a request that asks for a pair, and for as many others that are open as one can. */
function requestFor({ one, other }: KindPair, open: ReadonlySet<KindPair>): readonly Kind[] {
  const chosen = [one, other]
  const gain = (kind: Kind): number =>
    [...open].filter(
      (pair) =>
        (pair.one === kind && chosen.includes(pair.other)) ||
        (pair.other === kind && chosen.includes(pair.one)),
    ).length
  for (const input of new Set(kinds.filter(({ operation }) => operation === one.operation).map(inputOf))) {
    const choices = kinds.filter(
      (kind) =>
        inputOf(kind) === input &&
        chosen.every((own) => canMeet(own, kind)) &&
        (!mayBeRefused(kind) || chosen.some(isDoubtfulKey)),
    )
    const [best] = choices.toSorted((kind, next) => gain(next) - gain(kind))
    if (best !== undefined && gain(best) > 0) chosen.push(best)
  }
  return chosen
}

/** One class of a kind, another one each time: of valid keys the first, which needs no second key. */
function classOf({ classes }: Kind, at: number): readonly InputClass[] {
  const usable = classes.filter(({ sample }) => !sample.includes('{second-key}'))
  return usable.slice(at % usable.length, (at % usable.length) + 1)
}
