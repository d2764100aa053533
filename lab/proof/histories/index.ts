import { parseArgs } from 'node:util'
import { replyRules } from '../../../contract-tests/history/reply-rules.ts'
import type { Exchange } from '../../../contract-tests/engine/exchange.ts'
import type { RecordedExchange } from '../../../contract-tests/history/history.ts'
import { judge } from '../../../contract-tests/history/judge.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { breaches } from '../devil/breaches.ts'
import { mixes, nameOf } from '../free/freedoms.ts'
import { lawfulServices, overlayFor } from '../lawful.ts'
import { isHeldBack, operators } from '../operators/index.ts'
import { nameOf as nameOfOperator } from '../operators/operator.ts'
import { PLAIN } from '../test-service.ts'
import { startStranger, strangers, whyNot } from '../strangers/strangers.ts'
import { violations } from '../violations/index.ts'
import { randomHistory, type TimedService } from './random-client.ts'
import { timedDevil, timedFree, timedMock, timedStranger } from './timed-services.ts'

const HELP = `npm run lab -- histories [--each N]

Judges histories of random requests, without the suite: of services that conform, the devil among them, which must be blamed
for nothing; and of services with a violation, a broken promise of the devil, or an operator each, where a right clause must be
named wherever something is found.

  --each N   so many histories of each service (default: 5), and of 200 N devils; one of each with an operator
`

const { values } = parseArgs({
  options: { each: { type: 'string', default: '5' }, help: { type: 'boolean', default: false } },
})

const REQUESTS = [15, 40, 40, 90]

/** What a history shows: each clause that may be broken by one of its findings, in a list of its own. */
function clausesIn(exchanges: readonly RecordedExchange[]): readonly (readonly ClauseId[])[] {
  const alone = exchanges.flatMap((exchange) => {
    const own = {
      ...exchange,
      probe: { ...exchange.probe, caller: 'key', base: undefined },
    } as unknown as Exchange
    return replyRules
      .filter((check) => check.concerns(own) && check.fault(own) !== undefined)
      .map(({ clause }) => ({ clause, id: exchange.id }))
  })
  const must = alone.filter(({ clause }) => !STANDARDS.has(clause))
  const discredited = new Set(must.map(({ id }) => id))
  const together = judge({ exchanges, discredited }).map(({ clause, alternatives }) => [
    clause,
    ...alternatives,
  ])
  return [...must.map(({ clause }) => [clause]), ...together]
}

const STANDARDS = new Set<ClauseId>(['AUTH-6', 'ERROR-3', 'LIMIT-13'])

async function main(each: number): Promise<number> {
  const started = performance.now()
  const lawful = await judgeLawful(each)
  const devil = await judgeDevils(each)
  const broken = await judgeBroken(violationsOf(), each)
  const breached = await judgeBroken(breachesOf(), each)
  const operated = await judgeBroken(operatorsOf(), 1)
  const histories = [lawful, devil, broken, breached, operated].reduce((sum, { judged }) => sum + judged, 0)
  const minutes = (performance.now() - started) / 60_000
  process.stdout.write(
    [
      ...lawful.blamed,
      ...devil.blamed,
      ...broken.wrong,
      ...breached.wrong,
      ...operated.wrong,
      `histories of services that conform: ${lawful.judged}, blamed: ${lawful.blamed.length}`,
      `histories of the devil: ${devil.judged}, blamed: ${devil.blamed.length}`,
      ...describeBroken('services with a violation', broken, violations.length),
      ...describeBroken('the devil with a promise broken', breached, breaches.length),
      ...describeBroken('services with an operator', operated, operatorsOf().length),
      `${Math.round(histories / minutes)} histories a minute`,
      '',
    ].join('\n'),
  )
  const mistakes = [lawful.blamed, devil.blamed, broken.wrong, breached.wrong, operated.wrong].flat()
  return mistakes.length === 0 ? 0 : 1
}

function describeBroken(
  whose: string,
  { judged, found, right, shown }: Broken,
  all: number,
): readonly string[] {
  return [
    `histories of ${whose}: ${judged}; something was found in ${found}, of them a right clause in ${right}`,
    `of these ${all}, some history showed ${shown}`,
  ]
}

interface Unbroken {
  readonly judged: number
  readonly blamed: readonly string[]
}

async function judgeLawful(each: number): Promise<Unbroken> {
  const blamed: string[] = []
  let judged = 0
  const look = async (
    name: string,
    makes: (seed: number) => Promise<TimedService> | TimedService,
  ): Promise<void> => {
    for (let at = 0; at < each; at += 1) {
      const seed = judged + 1
      const found = clausesIn(await historyOfSeed(await makes(seed), seed))
      judged += 1
      if (found.length > 0)
        blamed.push(`blamed for ${found.map((one) => one.join(' or ')).join(', ')}: ${name}, seed ${seed}`)
    }
  }
  for (const mix of mixes()) await look(nameOf(mix), () => timedFree(mix))
  for (const { name, mock, begins, trouble } of lawfulServices())
    await look(`${name}, ${trouble}`, (seed) => timedMock(overlayFor(trouble, seed), { mock, begins }))
  for (const stranger of strangers.filter((one) => whyNot(one) === undefined)) {
    await using running = await startStranger(stranger)
    await look(stranger.name, () => timedStranger(running.baseUrl))
  }
  return { judged, blamed }
}

/** Each history is of another mix. */
async function judgeDevils(each: number): Promise<Unbroken> {
  const blamed: string[] = []
  const judged = DEVILS * each
  for (let seed = 1; seed <= judged; seed += 1) {
    const found = clausesIn(await historyOfSeed(timedDevil(seed), seed))
    if (found.length > 0)
      blamed.push(`blamed for ${found.map((one) => one.join(' or ')).join(', ')}: the devil of seed ${seed}`)
  }
  return { judged, blamed }
}

const DEVILS = 200

function historyOfSeed(service: TimedService, seed: number): ReturnType<typeof randomHistory> {
  return randomHistory(service, seed, REQUESTS[seed % REQUESTS.length] ?? 40)
}

/** A service that breaks a promise. */
interface Breaker {
  readonly name: string
  /** The clauses that may be named. */
  readonly due: readonly ClauseId[]
  readonly makes: (seed: number) => Promise<TimedService> | TimedService
}

function violationsOf(): readonly Breaker[] {
  return violations.map(({ name, breaks, also, overlay, mock }) => ({
    name,
    due: [...breaks, ...(also?.breaks ?? [])],
    makes: () => timedMock(overlay, { ...PLAIN, mock: { ...PLAIN.mock, ...mock } }),
  }))
}

function breachesOf(): readonly Breaker[] {
  return breaches.map(({ name, breaks }) => ({
    name,
    due: breaks,
    makes: (seed: number) => timedDevil(seed, name),
  }))
}

function operatorsOf(): readonly Breaker[] {
  return operators
    .filter((operator) => !isHeldBack(operator))
    .map((operator) => ({
      name: nameOfOperator(operator),
      due: operator.mayBreak,
      makes: () => timedMock(operator.overlay, PLAIN),
    }))
}

interface Broken {
  readonly judged: number
  readonly found: number
  readonly right: number
  readonly shown: number
  readonly wrong: readonly string[]
}

async function judgeBroken(services: readonly Breaker[], each: number): Promise<Broken> {
  const wrong: string[] = []
  let [judged, found, right, shown] = [0, 0, 0, 0]
  for (const { name, due, makes } of services) {
    let isShown = false
    for (let at = 0; at < each; at += 1) {
      judged += 1
      const findings = clausesIn(await historyOfSeed(await makes(judged), judged))
      if (findings.length === 0) continue
      found += 1
      isShown = true
      if (findings.some((clauses) => clauses.some((one) => due.includes(one)))) right += 1
      else
        wrong.push(
          `${name}, seed ${judged}: ${due.join(' ')} is broken, and named ${findings.map((one) => one.join(' or ')).join(', ')}`,
        )
    }
    if (isShown) shown += 1
  }
  return { judged, found, right, shown, wrong }
}

if (values.help) process.stdout.write(HELP)
else process.exitCode = await main(Number(values.each))
