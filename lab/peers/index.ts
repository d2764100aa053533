// Runs the suite against mocks that others have written, and replays what it claims. Writes docs/PEERS.md, and what each run
// found to lab/peers/verdicts/, which git ignores. Then it runs the suite against services that others wrote from the document
// alone, and compares what it says with what is true of them.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSuite } from '../../contract-tests/index.ts'
import { listClaims, replayRun } from './claims.ts'
import { contenders, type Contender } from './contenders.ts'
import { tryLines } from './check-lines.ts'
import { checkTruth, falseOf, type TruthRecord } from './check-truth.ts'
import { isFoundTrue, page } from './page.ts'
import { recordAsYaml, recordRun, type PeerRecord } from './record.ts'
import { KEY, SECOND_KEY } from './replay.ts'
import { servicesSection } from './services-page.ts'
import { asContender, isInstalled, type Service, services } from './services.ts'
import { makePlace, serve } from './serving.ts'

/** The time limit for one mock, in milliseconds: two starts, a run and its replay. */
const TIME_LIMIT = 600_000

/** Ids of mocks. If there are any, only these are run and docs/PEERS.md is not written. */
const only = process.argv.slice(2)
const { all, missing } = contenders()
for (const name of missing)
  console.error(`peers: ${name} is skipped: it needs a Java runtime (apt-get install default-jre-headless)`)

const verdicts = join(import.meta.dirname, 'verdicts')
await mkdir(verdicts, { recursive: true })
const records: PeerRecord[] = []
for (const contender of all.filter(({ id }) => only.length === 0 || only.includes(id))) {
  const record = await inTime(contender.name, () => runAndReplay(contender))
  records.push(record)
  await writeFile(join(verdicts, `${contender.id}.yaml`), recordAsYaml(record))
}
const judged: TruthRecord[] = []
const absent: Service[] = []
for (const service of services.filter(({ id }) => only.length === 0 || only.includes(id))) {
  if (isInstalled(service)) judged.push(await inTime(service.name, () => runAndCheck(service)))
  else absent.push(service)
}
for (const { name, install } of absent) console.error(`peers: ${name} is skipped: not installed: ${install}`)
if (only.length === 0)
  await writeFile(
    join(import.meta.dirname, '../../docs/PEERS.md'),
    page(records, missing) + servicesSection(judged, absent),
  )
const unproved = [
  ...records.flatMap(({ claims }) => claims.filter((claim) => !isFoundTrue(claim))),
  ...judged.flatMap(falseOf),
]
console.error(
  unproved.length === 0
    ? 'peers: every claim was replayed and is true'
    : `peers: ${unproved.length} claims are false or not decided: see above, and "false" and "not decided" in lab/peers/verdicts/`,
)
process.exit(unproved.length === 0 ? 0 : 1)

async function inTime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => {
    console.error(`peers: ${name} takes longer than ${TIME_LIMIT / 1000} s`)
    process.exit(2)
  }, TIME_LIMIT)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

async function runAndCheck(service: Service): Promise<TruthRecord> {
  await using place = await makePlace()
  console.error(`peers: ${service.name}: starting`)
  const report = await (async () => {
    await using running = await serve(asContender(service), place)
    return await runSuite({
      baseUrl: running.baseUrl,
      key: KEY,
      secondKey: SECOND_KEY,
      exhaust: true,
      ban: true,
      timeout: 2000,
      maxWait: 0,
      verifyRepeats: true,
      showBodies: true,
    })
  })()
  const record = checkTruth(service, report, await tryLines(service, report, place.port))
  for (const claim of falseOf(record)) console.error(`peers: ${service.name}: false: ${claim}`)
  return record
}

async function runAndReplay(contender: Contender): Promise<PeerRecord> {
  await using place = await makePlace()
  const log = (text: string): void => {
    console.error(`peers: ${contender.name}: ${text}`)
  }
  log('starting')
  const report = await (async () => {
    await using mock = await serve(contender, place)
    return await runSuite({
      baseUrl: mock.baseUrl,
      key: KEY,
      secondKey: SECOND_KEY,
      timeout: 2000,
      maxWait: 0,
      verifyRepeats: true,
      showBodies: true,
    })
  })()
  log(`${report.requests.sent} requests, ${listClaims(report).length} claims; replaying`)
  await using _anew = await serve(contender, place)
  const claims = await replayRun(report, contender.acceptsReported === true)
  const record = recordRun(contender, report, claims)
  for (const claim of record.claims.filter((one) => !isFoundTrue(one))) {
    const [id] = claims[record.claims.indexOf(claim)]?.exchanges ?? []
    const line = report.exchanges.find((exchange) => exchange.id === id)?.curl ?? ''
    log(`${claim.judged}: ${claim.test}: expected ${claim.expected}, actual ${claim.actual}\n    ${line}`)
  }
  return record
}
