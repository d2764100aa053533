// Runs the suite against mocks that others have written, and replays what it claims; writes docs/PEERS.md and lab/peers/verdicts/.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSuite } from '../../contract-tests/index.ts'
import { claimsOf, replayRun } from './claims.ts'
import { contenders, type Contender } from './contenders.ts'
import { isFoundTrue, page } from './page.ts'
import { recordOf, written, type PeerRecord } from './record.ts'
import { KEY, SECOND_KEY } from './replay.ts'
import { makePlace, serve } from './serving.ts'

/** Longest time for one mock, in milliseconds: two starts, a run and its replay. */
const LONGEST = 300_000

/** Ids of mocks: only these are run then, and no page is written. */
const only = process.argv.slice(2)
const { all, missing } = contenders()
for (const name of missing)
  console.error(`peers: ${name} is left out: it needs a Java runtime (default-jre-headless)`)

const records: PeerRecord[] = []
for (const contender of all.filter(({ id }) => only.length === 0 || only.includes(id))) {
  const record = await inTime(contender)
  records.push(record)
  await writeFile(join(import.meta.dirname, 'verdicts', `${contender.id}.yaml`), written(record))
}
if (only.length === 0)
  await writeFile(join(import.meta.dirname, '../../docs/PEERS.md'), page(records, missing))
const unproved = records.flatMap(({ claims }) => claims.filter((claim) => !isFoundTrue(claim)))
console.error(
  unproved.length === 0
    ? 'peers: every claim was replayed and is true'
    : `peers: ${unproved.length} claims are not true, or not decided: look for "false" and "not decided" in lab/peers/verdicts/`,
)
process.exit(unproved.length === 0 ? 0 : 1)

async function inTime(contender: Contender): Promise<PeerRecord> {
  const timer = setTimeout(() => {
    console.error(`peers: ${contender.name} takes longer than ${LONGEST / 1000} s`)
    process.exit(2)
  }, LONGEST)
  try {
    return await tryOne(contender)
  } finally {
    clearTimeout(timer)
  }
}

async function tryOne(contender: Contender): Promise<PeerRecord> {
  await using place = await makePlace()
  const say = (text: string): void => {
    console.error(`peers: ${contender.name}: ${text}`)
  }
  say('starting')
  const report = await (async () => {
    await using mock = await serve(contender, place)
    return await runSuite({
      baseUrl: mock.baseUrl,
      key: KEY,
      secondKey: SECOND_KEY,
      timeout: 2000,
      maxWait: 0,
    })
  })()
  say(`${report.requests.sent} requests, ${claimsOf(report).length} claims; replaying`)
  await using _anew = await serve(contender, place)
  const claims = await replayRun(report, contender.isByChance === true)
  const record = recordOf(contender, report, claims)
  for (const claim of record.claims.filter((one) => !isFoundTrue(one))) {
    const [id] = claims[record.claims.indexOf(claim)]?.exchanges ?? []
    const line = report.exchanges.find((exchange) => exchange.id === id)?.curl ?? ''
    say(`${claim.judged}: ${claim.test}: expected ${claim.expected}, actual ${claim.actual}\n    ${line}`)
  }
  return record
}
