import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startStranger, strangers, whyNot } from '../strangers/strangers.ts'
import { casesOf, casesOfStranger, type Group, groups } from './cases.ts'
import { type Found, judgeCases, nothingFound } from './judge-cases.ts'

const HELP = `npm run lab -- histories [--each N]

Judges histories of random requests, without the suite: of services that conform, the devil among them, which must be blamed
for nothing; and of services with a violation, a broken promise of the devil, or an operator each, where a right clause must be
named wherever something is found.

  --each N   so many histories of each service (default: 5), and of 200 N devils; one of each with an operator
`

type Results = ReadonlyMap<Group, Found>

/** A thread's part of all histories: each so-manieth from its own number on. */
interface Share {
  readonly each: number
  readonly from: number
  readonly step: number
}

async function main(each: number): Promise<number> {
  const started = performance.now()
  const step = availableParallelism()
  const shares = await Promise.all(Array.from({ length: step }, (_, from) => inThread({ each, from, step })))
  const all = [...shares, await judgeStrangers(each)]
  const names = Object.keys(groups) as readonly Group[]
  const results = names.map((group) => ({ group, ...together(all.flatMap((one) => one.get(group) ?? [])) }))
  const minutes = (performance.now() - started) / 60_000
  const histories = results.reduce((sum, { judged }) => sum + judged, 0)
  const mistakes = results.flatMap(({ wrong }) => wrong)
  const lines = [
    ...mistakes,
    ...results.flatMap(describe),
    `${Math.round(histories / minutes)} histories a minute`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return mistakes.length === 0 ? 0 : 1
}

async function inThread(share: Share): Promise<Results> {
  const worker = new Worker(new URL(import.meta.url), { workerData: share, execArgv: ['--no-warnings'] })
  const [results] = (await once(worker, 'message')) as [Results]
  return results
}

async function judgeStrangers(each: number): Promise<Results> {
  const results: Found[] = []
  for (const stranger of strangers.filter((one) => whyNot(one) === undefined)) {
    await using running = await startStranger(stranger)
    results.push(...(await judgeCases(casesOfStranger(stranger, running.baseUrl, each))).values())
  }
  return new Map([['lawful', together(results)]])
}

function together(all: readonly Found[]): Found {
  const sum = nothingFound()
  for (const { judged, found, right, shown, wrong } of all) {
    sum.judged += judged
    sum.found += found
    sum.right += right
    for (const name of shown) sum.shown.add(name)
    sum.wrong.push(...wrong)
  }
  return sum
}

function describe({
  group,
  judged,
  found,
  right,
  shown,
}: Found & { readonly group: Group }): readonly string[] {
  const { what, all } = groups[group]
  if (all === undefined) return [`histories of ${what}: ${judged}, blamed: ${found}`]
  return [
    `histories of ${what}: ${judged}; something was found in ${found}, of them a right clause in ${right}`,
    `of these ${all}, some history showed ${shown.size}`,
  ]
}

async function judgeShare({ each, from, step }: Share): Promise<void> {
  const own = casesOf(each).filter((_, at) => at % step === from)
  parentPort?.postMessage(await judgeCases(own))
}

if (isMainThread) {
  const { values } = parseArgs({
    options: { each: { type: 'string', default: '5' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else process.exitCode = await main(Number(values.each))
} else {
  await judgeShare(workerData as Share)
}
