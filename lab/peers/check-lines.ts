import { findingsOf } from '../../contract-tests/report/model/findings.ts'
import { storyOf } from '../../contract-tests/report/model/story.ts'
import type { RunReport } from '../../contract-tests/index.ts'
import { isActualTrue } from './check-actual.ts'
import { isBroken } from './judge.ts'
import type { Tally } from './check-truth.ts'
import { parseCurl, replayAll, SECOND_KEY } from './replay.ts'
import { asContender, type Service } from './services.ts'
import { makePlace, serve } from './serving.ts'

type Exchange = RunReport['exchanges'][number]

/** A curl line that a report prints for a breach or a warning. */
interface PrintedLine {
  readonly test: string
  readonly line: string
  /** How many requests it sends. */
  readonly requests: number
  /** Why the report does not say that the line shows it. */
  readonly takes: string | undefined
  /** What is wrong with it before it is run: it sends something else than the run has sent. */
  readonly differs: boolean
  /** Whether it reads a pet that the run itself has added, which a service that was started again need not have. */
  readonly readsOwnPet: boolean
  /** Whether the replies to it show what the report says, on a service that was started again. */
  readonly isShown: () => Promise<boolean>
}

/** The path of a pet whose id services count up to. */
const OF_ONE = /^\/pets\/\d{1,10}$/
/** A minute of a key that is used for one start of a service. */
const MOST_REQUESTS = 40
/** Pets for lines that read some. */
const FIRST_PETS = 5

/** Tries the curl lines of a report on the service, started again at its port as often as its limit requires. */
export async function tryLines(service: Service, report: RunReport, port: number): Promise<Tally> {
  const all = linesOf(report)
  const wrong = all
    .filter(({ differs }) => differs)
    .map(({ test, line }) => `${test}: sends something else: ${line}`)
  for (const some of inMinutes(all.filter(({ takes }) => takes === undefined))) {
    await using place = await makePlace()
    await using _anew = await serve(asContender(service), { ...place, port })
    await addPets(report.baseUrl)
    for (const { test, line, isShown, readsOwnPet } of some)
      if (!(await isShown()) && !readsOwnPet) wrong.push(`${test}: not shown by ${line}`)
  }
  return { all: all.length, false: wrong }
}

function inMinutes(lines: readonly PrintedLine[]): readonly (readonly PrintedLine[])[] {
  const minutes: PrintedLine[][] = []
  let left = 0
  for (const line of lines) {
    const isNew = line.requests > left
    if (isNew) minutes.push([])
    left = (isNew ? MOST_REQUESTS : left) - line.requests
    minutes.at(-1)?.push(line)
  }
  return minutes
}

async function addPets(baseUrl: string): Promise<void> {
  for (let added = 1; added <= FIRST_PETS; added += 1) {
    const reply = await fetch(`${baseUrl}/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECOND_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `Rex ${added}`, categoryId: 1, status: 'available' }),
    })
    await reply.arrayBuffer()
  }
}

/** The lines of a report for people, as they are printed. */
function linesOf(report: RunReport): readonly PrintedLine[] {
  const findings = [...findingsOf(report, 'broken'), ...findingsOf(report, 'warned')]
  return findings.flatMap(({ clause, test, expected, actual, repeat }): readonly PrintedLine[] => {
    const { breach } = test
    if (repeat === undefined || breach === undefined) return []
    const { exchanges: story, isAtOnce } = storyOf(report, clause.id, breach)
    const at = story.findLastIndex(({ id }) => id === breach.exchange)
    const isShown = async (): Promise<boolean> => {
      const replies = await replayAll(repeat)
      const one = story[at]
      if (one === undefined) return false
      const others = [...report.exchanges, ...replies.map((other) => ({ ...one, ...other }))]
      // What is sent together is answered in any order.
      return (isAtOnce ? replies : replies.slice(at, at + 1)).some((reply) => {
        const again = { ...parseCurl(one.curl), ...reply }
        return (
          reply.status === one.status &&
          isActualTrue(actual, expected.join(', or '), { ...one, ...reply }, others) &&
          isBroken(clause.id, again, again) !== false
        )
      })
    }
    const why = breach.repeated?.why
    return [
      {
        test: test.title,
        line: repeat,
        requests: story.length,
        takes: why?.startsWith('it takes ') ? why : undefined,
        differs: !story.every(isFaithful),
        readsOwnPet: story.some(({ method, path }) => method === 'GET' && OF_ONE.test(path)),
        isShown,
      },
    ]
  })
}

/** Whether a curl line sends the method, path, body and names of headers that the run has sent, and a key where that had one. */
function isFaithful({ curl, method, path, record }: Exchange): boolean {
  const { url, sent, data = '', ...line } = parseCurl(curl)
  const names = Object.keys(record?.headers ?? {}).map((name) => name.toLowerCase())
  return (
    line.method === method &&
    `${url.pathname}${url.search}`.endsWith(
      new URL(`http://x${path}`).pathname + new URL(`http://x${path}`).search,
    ) &&
    data === (record?.body ?? '') &&
    names.every((name) => name in sent)
  )
}
