import type { AskingNeed, WhyNot } from '../asked/asked.ts'
import { isRefusedKey, type InputClass } from '../asked/input-class.ts'
import { unmetIn } from './check.ts'
import type { Caller } from './exchange.ts'
import type { Run } from './run.ts'
import { kindWith } from './unanswered.ts'

const UNMET: Readonly<Record<AskingNeed, string>> = {
  writes: 'it may add a pet, which --read-only forbids',
  'going over the limit': 'it goes over the limit: --exhaust',
  'second key': 'it takes a second key: --second-key-env',
}

/**
 * Why a run asks something not; `undefined` where its flags allow it and every such request has its minute. `ended` says why it
 * ended before it had asked all.
 */
export function whyNotAsked(run: Run, ended?: string): WhyNot {
  const { settings, session } = run
  return (kind, needs, one) => {
    const unmet = needs.find((need) => unmetIn(run, { needs: [need] }) !== undefined)
    if (unmet !== undefined) return UNMET[unmet]
    if (ended !== undefined) return ended
    const silence = one && session.silenceOf(kindsOfClass(one), isRefusedKey(one) ? 'nobody' : 'key')
    if (silence) return `${silence.kind} answers nothing`
    if (settings.only.length > 0) return 'not all clauses are run: --only'
    if (kind === 'transitions' || kind === 'at once') return 'no test of this run leads there'
    return whyNoRoom(run, one)
  }
}

function kindsOfClass({ operation, place, input }: InputClass): readonly string[] {
  return place === 'query' ? [operation, kindWith(operation, input)] : [operation]
}

const SHORT: Readonly<Record<Caller, string>> = {
  key: 'the key’s minute is too short: --thorough',
  'second key': 'the second key’s minute is too short: --thorough',
  nobody: 'the minute of requests without a key is too short: --thorough',
}

/** What had no room for a class, or for a pair of them. */
function whyNoRoom({ shortOf, withoutPets, session }: Run, one?: InputClass): string | undefined {
  if (one !== undefined && withoutPets.has(one))
    return 'it may add a pet, for which --max-created has no room'
  const caller = callerOf(one, session.spareCaller)
  const short = [caller, 'key' as const].find((each) => shortOf.has(each))
  return short && SHORT[short]
}

/** Who would ask for it; nearly all requests for pairs have no key. */
function callerOf(one: InputClass | undefined, spare: Caller): Caller {
  if (one === undefined || isRefusedKey(one)) return 'nobody'
  return one.operation === 'createPet' ? 'key' : spare
}
