// How much Schemathesis notices: `npm run lab -- schemathesis` tries one violation of each clause, with `--all` every one, and some
// of the services that are changed in one situation only.
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument, visit } from 'yaml'
import { markdownTable } from '../../../spec/markdown.ts'
import { atOnce } from '../at-once.ts'
import { serve } from '../http-server.ts'
import { judgeSituated, type SituatedVerdict } from '../judge-situated.ts'
import { type Noticed, noticedTable, noticedViolations, whichViolations } from '../noticed-violations.ts'
import { progressBar } from '../progress-bar.ts'
import { memberAt, sampledSituated } from '../sample.ts'
import { situatedOperators } from '../situations/index.ts'
import { PLAIN, testService } from '../test-service.ts'
import type { Overlay, Violation } from '../violations/service.ts'
import { whereMet } from '../where-met.ts'

const DOCUMENT = join(import.meta.dirname, '../../../spec/openapi.yaml')
const CONFIG = join(import.meta.dirname, 'schemathesis.toml')
const FIGURES = join(import.meta.dirname, 'figures.md')
const KEY = 'free-demo-key'
const FULL = { minute: 60, day: 1000 }
const EXAMPLES = 20
const SEED = '1'
const OF_EACH_SITUATION = 8

/** Lawful choices that it takes for the only ones, and a quota for whoever has no key. */
const CHOICES = {
  'unknown-query-parameter': '400',
  'nul-in-name': 'kept',
  'lone-surrogate-in-name': 'kept',
  'unauthenticated-meter': 'uncounted',
} as const

const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values

const place = await mkdtemp(join(tmpdir(), 'petstore-schemathesis-'))
try {
  await writeInput()
  const version = await run(['--version'])
  const sound = await failuresOf((service) => service)
  if (sound !== undefined)
    throw new Error(
      `Schemathesis blames a service that conforms, so its figures would mean nothing:\n${sound}`,
    )
  const found = await noticedViolations(all, async ({ overlay, mock }) => notices(overlay, mock))
  await writeFile(FIGURES, figures(version.stdout, found, await situated()))
} catch (error) {
  console.error(`schemathesis: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await rm(place, { recursive: true, force: true })
}

/** Writes the OpenAPI document with the range of an int64, and with 400 wherever the document leaves open whether it may be. */
async function writeInput(): Promise<void> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'), { intAsBigInt: true })
  visit(document, {
    Map: (_key, node) => {
      if (node.get('format') !== 'int64') return
      node.set('minimum', -(2n ** 63n))
      node.set('maximum', 2n ** 63n - 1n)
    },
  })
  for (const path of ['/pets', '/pets/{petId}']) {
    const responses = ['paths', path, 'get', 'responses']
    document.setIn([...responses, '400'], document.createNode(document.getIn([...responses, '401'])))
  }
  await writeFile(join(place, 'openapi.yaml'), document.toString())
  await copyFile(CONFIG, join(place, 'schemathesis.toml'))
}

async function notices(overlay: Overlay, mock?: Violation['mock']): Promise<boolean> {
  return (await failuresOf(overlay, mock)) !== undefined
}

/** What it reports of a service, whose key has its whole quota at each request; `undefined` where it reports nothing. */
async function failuresOf(overlay: Overlay, mock: Violation['mock'] = {}): Promise<string | undefined> {
  const choices = { ...mock.choices, ...CHOICES }
  const { service, world } = await testService(overlay, {
    ...PLAIN,
    mock: { ...PLAIN.mock, ...mock, choices },
  })
  world.clock.freeze()
  await using server = await serve((request) => {
    world.keys.setRemaining(KEY, FULL)
    return service(request)
  })
  const header = `Authorization: Bearer ${KEY}`
  const generation = [
    '--seed',
    SEED,
    '--max-examples',
    String(EXAMPLES),
    '--max-failures',
    '1',
    '--no-shrink',
  ]
  const args = [
    'run',
    'openapi.yaml',
    '--url',
    server.baseUrl,
    '--header',
    header,
    '--no-color',
    ...generation,
  ]
  const { code, stdout } = await run(args)
  if (code === 0) return undefined
  if (!stdout.includes('Test cases:')) throw new Error(stdout.slice(-1000))
  return stdout.slice(stdout.indexOf('FAILURES'))
}

function run(args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    execFile('st', args, { cwd: place, maxBuffer: 1e8 }, (error, stdout) => {
      if (error?.code === 'ENOENT') reject(new Error('there is no command st: pip install schemathesis'))
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout })
    })
  })
}

interface Compared extends SituatedVerdict {
  readonly schemathesis: boolean
}

/** What the suite, it and the other tools report of services that are changed in one situation, which a default run meets. */
async function situated(): Promise<readonly Compared[]> {
  const met = await whereMet()
  const sample = sampledSituated(SEED, met, OF_EACH_SITUATION)
  const step = progressBar(sample.length, process.stderr)
  const judge = async (at: number): Promise<Compared> => {
    const operator = memberAt(situatedOperators, at)
    const verdict = await judgeSituated({ at, runs: ['a default run'], compares: true })
    const isMet = verdict.outcome !== 'nothing changed'
    return { operator, ...verdict, schemathesis: isMet && (await notices(operator.overlay)) }
  }
  const all = await atOnce(sample, availableParallelism(), judge, step)
  return all.filter(({ outcome }) => outcome !== 'nothing changed')
}

function figures(version: string, found: readonly Noticed[], compared: readonly Compared[]): string {
  const [number = ''] = /\d[\d.]*\d/.exec(version) ?? []
  return `## Schemathesis, side by side

Written by \`npm run lab -- schemathesis\`, which lays ${whichViolations(all)} over the mock.
[Schemathesis](https://schemathesis.io) ${number} tests each in all its phases, the stateful one too, with \`spec/openapi.yaml\`, ${EXAMPLES} examples
of each operation, and a key that is never refused. It passes a service that conforms, if that refuses unknown parameters: it would demand
that of others too. The contract suite reports all of these violations on the right clause.

${noticedTable(found)}

The same of services that are changed in [one situation](#situations) only, ${OF_EACH_SITUATION} of each kind that a default run meets at most:

${markdownTable(['changed only', 'cases', 'contract suite', 'Schemathesis', 'Prism', 'Dredd'], rowsOf(compared))}`
}

type Row = readonly (string | number)[]

function rowsOf(compared: readonly Compared[]): readonly Row[] {
  const row = (name: string, own: readonly Compared[]): Row => {
    const count = (isCounted: (one: Compared) => boolean): number => own.filter(isCounted).length
    return [
      name,
      own.length,
      count(({ outcome }) => outcome === 'right'),
      count(({ schemathesis }) => schemathesis),
      count(({ prism }) => prism),
      count(({ dredd }) => dredd),
    ]
  }
  const byKind = Map.groupBy(compared, ({ operator }) => operator.situation.kind)
  return [...Array.from(byKind, ([kind, own]) => row(kind, own)), row('all', compared)]
}
