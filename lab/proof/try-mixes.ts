// Judges strangers under random mixes of their options, and the breaches that they commit when asked.
import { appendFileSync } from 'node:fs'
import {
  describeExchange,
  describeFindings,
  isBlamed,
  MixJudge,
  outcomeOf,
  type MixVerdict,
} from './judge-mix.ts'
import {
  kindsOfRun,
  LONGEST,
  type BreachFigures,
  type BreachOutcome,
  type MixFigures,
  type MixRun,
} from './strangers/mix-figures.ts'
import { defaultMix, nameOfMix, randomMix, shrink, type OptionMix } from './strangers/mixes.ts'
import { breachesOf, lawfulOptions, type Option, type StrangerBreach } from './strangers/options.ts'
import type { Stranger } from './strangers/strangers.ts'
import { describeOutcomes } from './write-mixes.ts'

/** What to try. */
export interface MixPlan {
  /** How many mixes a default run judges. The longer runs judge a third of them. */
  readonly mixes: number
  /** Whether each breach is committed: under the default options, and under two mixes. */
  readonly breaches: boolean
  /** A file to which all that was blamed or not seen is added, with its exchanges. */
  readonly details: string | undefined
}

const SHARE_OF_LONGER = 3
const SEEDS_OF_BREACH = [1, 2]

/** Tries the mixes of a stranger, and its breaches. Prints what it finds as it goes. */
export async function tryMixes(stranger: Stranger, plan: MixPlan): Promise<MixFigures> {
  await using judge = new MixJudge(stranger)
  const trial = new Trial(stranger, judge, plan.details)
  const mixes = { 'a default run': NONE, '--exhaust': NONE, '--exhaust --ban': NONE }
  for (const run of kindsOfRun) {
    const share = run === 'a default run' ? 1 : SHARE_OF_LONGER
    mixes[run] = await trial.mixes(run, Math.ceil(plan.mixes / share))
  }
  const breaches = {
    default: plan.breaches ? await trial.breaches([]) : NO_BREACHES,
    mixes: plan.breaches ? await trial.breaches(SEEDS_OF_BREACH) : NO_BREACHES,
  }
  return { stranger: stranger.name, mixes, breaches, findings: trial.findings }
}

const NONE = { tried: 0, blamed: 0 }
const NO_BREACHES: BreachFigures = { seen: 0, 'wrong clause': 0, missed: 0 }

/** The trial of one stranger. */
class Trial {
  readonly findings: string[] = []
  readonly #name: string
  readonly #judge: MixJudge
  readonly #details: string | undefined
  readonly #options: readonly Option[]

  constructor({ name }: Stranger, judge: MixJudge, details: string | undefined) {
    this.#name = name
    this.#judge = judge
    this.#details = details
    this.#options = lawfulOptions(name)
  }

  async mixes(run: MixRun, tried: number): Promise<{ tried: number; blamed: number }> {
    let blamed = 0
    for (let seed = 1; seed <= tried; seed += 1) {
      const mix = randomMix(this.#options, `mix ${seed}`)
      const verdict = await this.#judge.judge(mix, run)
      if (!isBlamed(verdict)) continue
      blamed += 1
      const causes = await this.#causesOf(verdict, mix, run)
      this.#find(`mix ${seed}, ${run}: blamed for ${namesOf(verdict)}, by ${causes}`, verdict)
    }
    this.#print(`${run}: ${blamed} of ${tried} mixes blamed`)
    return { tried, blamed }
  }

  /** The options that cause a blame. */
  async #causesOf({ broken }: MixVerdict, mix: OptionMix, run: MixRun): Promise<string> {
    const smallest = await shrink(mix, this.#options, async (tried) => {
      const verdict = await this.#judge.judge(tried, run)
      return broken.length === 0 ? isBlamed(verdict) : verdict.broken.some((id) => broken.includes(id))
    })
    return nameOfMix(smallest, this.#options) || 'the default options'
  }

  /** Breaches under mixes of these seeds, or under the default options where there are none. */
  async breaches(seeds: readonly number[]): Promise<BreachFigures> {
    const counts = { ...NO_BREACHES } as Record<BreachOutcome, number>
    for (const breach of breachesOf(this.#name)) {
      for (const [title, mix] of this.#mixesFor(breach, seeds)) {
        const verdict = await this.#judge.judge(mix, LONGEST, breach)
        const outcome = outcomeOf(breach, verdict)
        counts[outcome] += 1
        if (outcome === 'seen') continue
        const due = breach.clauses.join(' or ')
        this.#find(`${breach.name}, ${title}: reported ${namesOf(verdict)}, due is ${due}`, verdict, mix)
      }
    }
    this.#print(`breaches, ${seeds.length === 0 ? 'by default' : 'under mixes'}: ${describeOutcomes(counts)}`)
    return counts
  }

  #mixesFor({ name, needs }: StrangerBreach, seeds: readonly number[]): readonly [string, OptionMix][] {
    if (seeds.length === 0) return [['by default', defaultMix(this.#options)]]
    return seeds.map((seed) => [`mix ${seed}`, randomMix(this.#options, `${name} ${seed}`, needs)])
  }

  /** Prints a finding, and adds it to the details, with all exchanges of a run where the mix is given. */
  #find(line: string, verdict: MixVerdict, mix?: OptionMix): void {
    this.findings.push(line)
    this.#print(line)
    if (this.#details === undefined) return
    const all = mix === undefined ? [] : verdict.report.exchanges.map((one) => `    ${describeExchange(one)}`)
    const options = mix === undefined ? [] : [`  ${nameOfMix(mix, this.#options)}`]
    const lines = [`${this.#name}, ${line}`, ...options, ...describeFindings(verdict), ...all]
    appendFileSync(this.#details, `${lines.join('\n')}\n`)
  }

  #print(line: string): void {
    console.log(`${this.#name}, ${line}`)
  }
}

function namesOf({ broken, faults }: MixVerdict): string {
  return [...broken, ...faults].join(', ') || 'nothing'
}
