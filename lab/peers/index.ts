// Runs the suite against mocks that others have written, and replays what it claims. Writes docs/PEERS.md, and what each run
// found to lab/peers/verdicts/, which git ignores.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSuite } from '../../contract-tests/index.ts'
import { listClaims, replayRun } from './claims.ts'
import { contenders, type Contender } from './contenders.ts'
import { isFoundTrue, page } from './page.ts'
import { recordAsYaml, recordRun, type PeerRecord } from './record.ts'
import { KEY, SECOND_KEY } from './replay.ts'
import { makePlace, serve } from './serving.ts'

/** The time limit for one mock, in milliseconds: two starts, a run and its replay. */
const TIME_LIMIT = 300_000

/** Ids of mocks. If there are any, only these are run and docs/PEERS.md is not written. */
const only = process.argv.slice(2)
const { all, missing } = contenders()
for (const name of missing)
  console.error(`peers: ${name} is skipped: it needs a Java runtime (apt-get install default-jre-headless)`)

const verdicts = join(import.meta.dirname, 'verdicts')
await mkdir(verdicts, { recursive: true })
const records: PeerRecord[] = []
for (const contender of all.filter(({ id }) => only.length === 0 || only.includes(id))) {
  const record = await runInTime(contender)
  records.push(record)
  await writeFile(join(verdicts, `${contender.id}.yaml`), recordAsYaml(record))
}
if (only.length === 0)
  await writeFile(join(import.meta.dirname, '../../docs/PEERS.md'), page(records, missing))
const unproved = records.flatMap(({ claims }) => claims.filter((claim) => !isFoundTrue(claim)))
console.error(
  unproved.length === 0
    ? 'peers: every claim was replayed and is true'
    : `peers: ${unproved.length} claims are false or not decided: see "false" and "not decided" in lab/peers/verdicts/`,
)
process.exit(unproved.length === 0 ? 0 : 1)

async function runInTime(contender: Contender): Promise<PeerRecord> {
  const timer = setTimeout(() => {
    console.error(`peers: ${contender.name} takes longer than ${TIME_LIMIT / 1000} s`)
    process.exit(2)
  }, TIME_LIMIT)
  try {
    return await runAndReplay(contender)
  } finally {
    clearTimeout(timer)
  }
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
