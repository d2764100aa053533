import { availableParallelism } from 'node:os'
import { counted } from '../../spec/wording.ts'
import { ownVersion } from '../../spec/own-version.ts'
import type { Asked, Job, Told } from './jobs.ts'
import { Judged } from './judged.ts'
import type { RunKind } from './judge-operator.ts'
import { mixes } from './free/freedoms.ts'
import { lawfulServices } from './lawful.ts'
import { operators } from './operators/index.ts'
import { progressBar, type Screen } from './progress-bar.ts'
import type { OperatorProof } from './write-operators.ts'
import type { Proof } from './measures.ts'
import type { StrangerProof } from './write-strangers.ts'
import { sampledOperators, someOf } from './sample.ts'
import { everythingLaid, nameLaid, type Laid } from './judge-stranger.ts'
import { asItIs, layOver } from './lay-over.ts'
import { strangers, whyNot, type Stranger } from './strangers/strangers.ts'
import { Threads } from './threads.ts'
import { violations } from './violations/index.ts'

const SEED = '1'
// Of violations and of operators each, over each stranger.
const LAID_IN_SAMPLE = 10
// One in so many.
const COMPARED_IN_SAMPLE = 10
// What one of each takes of one core, in milliseconds.
const COST_MS: Readonly<Record<Job, number>> = {
  violation: 500,
  lawful: 450,
  free: 50,
  operator: 130,
  stranger: 3000,
  laid: 400,
}
const SAMPLE_RUNS: readonly RunKind[] = ['a default run', '--exhaust --ban']

/**
 * Proves the suite by all that there is, or by what stands for it; `mostLaid` violations and operators each are laid over
 * each stranger, or as many as there are.
 */
export async function prove(isAll: boolean, mostLaid: number | undefined, screen: Screen): Promise<Proof> {
  // The tools beside ours take as long as the suite itself.
  const compares = (at: number): boolean => isAll || at % COMPARED_IN_SAMPLE === 0
  const services = lawfulServices()
  const free = mixes()
  const numbers = isAll ? [...operators.keys()] : sampledOperators(SEED)
  const laid = strangers.map((stranger) => ({
    stranger,
    reason: whyNot(stranger),
    all: sampleLaid(stranger, mostLaid ?? (isAll ? Number.POSITIVE_INFINITY : LAID_IN_SAMPLE)),
  }))
  const there = laid.filter(({ reason }) => reason === undefined)
  const judge = new Judge(isAll ? new Judged() : undefined, screen)
  judge.tellWhatIsToCome([
    ...violations.map((_violation, at) => question('violation', { at, compares: compares(at) })),
    ...services.map((service, at) => question('lawful', { service, compares: compares(at) })),
    ...free.map((mix) => question('free', mix)),
    ...numbers.map((at) => question('operator', operatorJob(at, isAll))),
    ...there.flatMap(({ stranger, all }) => [
      strangerQuestion(stranger),
      ...all.map((one) => laidQuestion(stranger, one)),
    ]),
  ])
  await using threads = new Threads()
  const [detections, judgements, freeVerdicts, judgedOperators, judgedStrangers] = await Promise.all([
    Promise.all(
      violations.map(async (violation, at) => ({
        violation,
        ...(await judge.tell(threads, 'violation', { at, compares: compares(at) })),
      })),
    ),
    Promise.all(
      services.map(async (lawful, at) => ({
        lawful,
        ...(await judge.tell(threads, 'lawful', { service: lawful, compares: compares(at) })),
      })),
    ),
    Promise.all(free.map((mix) => judge.tell(threads, 'free', mix))),
    Promise.all(
      numbers.map(async (at): Promise<OperatorProof> => {
        const told = await judge.tell(threads, 'operator', operatorJob(at, isAll))
        const operator = operators[at]
        if (operator === undefined) throw new Error(`there is no operator ${at}`)
        return { operator, ...told }
      }),
    ),
    Promise.all(laid.map((one) => proveStranger(one, judge, threads))),
  ])
  return {
    version: ownVersion(),
    detections,
    judgements,
    free: freeVerdicts,
    operators: judgedOperators,
    strangers: judgedStrangers,
  }
}

function operatorJob(at: number, isAll: boolean): Asked<'operator'> {
  return isAll ? { at } : { at, runs: SAMPLE_RUNS }
}

interface ToLay {
  readonly stranger: Stranger
  readonly reason: string | undefined
  readonly all: readonly Laid[]
}

async function proveStranger(
  { stranger, reason, all }: ToLay,
  judge: Judge,
  threads: Threads,
): Promise<StrangerProof> {
  if (reason !== undefined) return { stranger, leftOut: reason }
  const verdict = await judge.ask(strangerQuestion(stranger), 'stranger', () => asItIs(stranger, threads))
  const laid = await layOver(stranger, all, threads, verdict, (one, asking) =>
    judge.ask(laidQuestion(stranger, one), 'laid', asking),
  )
  return { stranger, verdict, laid }
}

function sampleLaid({ name }: Stranger, most: number): readonly Laid[] {
  const all = everythingLaid()
  return (['violation', 'operator'] as const).flatMap((kind) => {
    const own = all.filter((one) => one.kind === kind && (kind === 'violation' || isCertain(one)))
    return someOf(own, nameLaid, most, `${SEED} ${name}`)
  })
}

function isCertain({ at }: Laid): boolean {
  return operators[at]?.isByChance === false
}

interface Question {
  readonly job: Job
  readonly name: string
}

function question<Name extends Job>(job: Name, asked: Asked<Name>): Question {
  return { job, name: JSON.stringify([job, asked]) }
}

function strangerQuestion({ name }: Stranger): Question {
  return { job: 'stranger', name: JSON.stringify(['stranger', name]) }
}

function laidQuestion({ name }: Stranger, laid: Laid): Question {
  return { job: 'laid', name: JSON.stringify(['laid', name, laid]) }
}

/** Asks what was not told before, and shows how far it has come. */
class Judge {
  readonly #judged: Judged | undefined
  readonly #screen: Screen
  #step: () => void = () => undefined

  constructor(judged: Judged | undefined, screen: Screen) {
    this.#judged = judged
    this.#screen = screen
  }

  tellWhatIsToCome(questions: readonly Question[]): void {
    const open = questions.filter(({ name }) => this.#judged?.has(name) !== true)
    const cores = availableParallelism()
    const milliseconds = open.reduce((sum, { job }) => sum + COST_MS[job], 0) / cores
    const minutes = Math.max(1, Math.round(milliseconds / 60_000))
    const known = questions.length - open.length
    if (known > 0)
      this.#screen.write(`${counted(known, 'run')} were judged before (${this.#judged?.file ?? ''})\n`)
    this.#screen.write(
      `${counted(open.length, 'thing')} to judge: about ${counted(minutes, 'minute')} on ${counted(cores, 'core')} with nothing else to do\n`,
    )
    this.#step = progressBar(open.length, this.#screen)
  }

  tell<Name extends Job>(threads: Threads, job: Name, asked: Asked<Name>): Promise<Told<Name>> {
    return this.ask(question(job, asked), job, () => threads.ask(job, asked))
  }

  /** What is told of a question, by an earlier run where that was interrupted. */
  ask<Name extends Job>(
    { name }: Question,
    _job: Name,
    asking: () => Promise<Told<Name>>,
  ): Promise<Told<Name>> {
    const stepping = async (): Promise<Told<Name>> => {
      const told = await asking()
      this.#step()
      return told
    }
    return this.#judged === undefined ? stepping() : this.#judged.tell(name, stepping)
  }
}
