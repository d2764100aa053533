import { limitBounds, pathOf } from '../../spec/operations.ts'
import { planName } from '../../spec/plans.ts'
import { counted, figure } from '../../spec/wording.ts'
import type { Paint } from '../environment/paint.ts'
import { isLoopbackName } from '../../mock/control/guard/loopback.ts'
import { TOKEN_VARIABLE } from './mock-command.ts'
import type { KeyFacts, StartFacts } from './start-facts.ts'

const MOST_KEYS = 12
const WIDTH = 80

/** The text that is shown when the mock has started: its addresses, the keys, commands to try, and how to stop it. */
export function banner(facts: StartFacts, paint: Paint): string {
  const parts = [
    [paint('bold', `petstore-mock ${facts.version}`) + paint('dim', ` · ${stateOf(facts)}`)],
    addresses(facts, paint),
    keyTable(facts.keys, paint),
    choices(facts, paint),
    examples(facts, paint),
    [paint('dim', `${footer(facts)} Ctrl-C stops.`)],
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
    .concat('\n')
}

function stateOf({ pets, limits, faults }: StartFacts): string {
  return [
    counted(pets, 'pet'),
    limits ? 'limits on' : 'limits off',
    ...(faults === 0 ? [] : [counted(faults, 'fault')]),
  ].join(' · ')
}

function footer({ quiet }: StartFacts): string {
  return quiet
    ? 'Quiet: only changes get a line here.'
    : 'Each request gets a line here: time (UTC), answer, reason.'
}

function addresses(facts: StartFacts, paint: Paint): string[] {
  const line = (name: string, url: string): string => `  ${name.padEnd(14)}${paint('cyan', url)}`
  const lines = [
    line('Base address', facts.baseUrl),
    line('Staging', facts.stagingBaseUrl),
    line('Control room', facts.controlUrl),
    line('API docs', `${facts.controlUrl}docs/`),
    ...(facts.store === undefined ? [] : [line('Shared state', facts.store)]),
    ...watching(facts).map((files) => line('Watching', files)),
  ]
  if (facts.controlToken === undefined) return lines
  const elsewhere = facts.originsElsewhere
  const isNew = !facts.controlToken.startsWith('$')
  return [
    ...lines,
    '',
    elsewhere.length === 0
      ? `  Listening on ${facts.host}: other machines reach it too.`
      : `  Listening on ${facts.host}: other machines reach it too, at`,
    ...elsewhere.map(
      (origin) => `    ${paint('cyan', `${origin}/v1`)}   control room ${paint('cyan', `${origin}/_mock/`)}`,
    ),
    '  From them the control API demands this header, and the control room its token:',
    `    ${paint('yellow', `Authorization: Bearer ${facts.controlToken}`)}`,
    ...(isNew ? [`  Each start has a new token, unless you set ${TOKEN_VARIABLE}.`] : []),
  ]
}

function watching({ files, world }: StartFacts): string[] {
  if (files.length === 0) return []
  const what = world === undefined ? '' : ` (for the other worlds: the default one is that of ${world})`
  return [files.join(', ') + what]
}

function keyTable(keys: readonly KeyFacts[], paint: Paint): string[] {
  const rows = keys
    .slice(0, MOST_KEYS)
    .map(({ key, plan, perMinute, perDay }) => [key, planName(plan), figure(perMinute), figure(perDay)])
  const [head = '', ...lines] = aligned([['API key', 'plan', 'per minute', 'per day'], ...rows])
  const more = keys.length > MOST_KEYS ? [`  … and ${figure(keys.length - MOST_KEYS)} more`] : []
  return [paint('dim', head), ...lines, ...more]
}

/** Rows as lines: two columns of words, and then columns of figures. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => (row[column] ?? '').length))
  const widths = [0, 1, 2, 3].map(width)
  const cell = (text: string, column: number): string =>
    column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(cell).join('   ')}`)
}

function choices(facts: StartFacts, paint: Paint): string[] {
  const entries = Object.entries(facts.choices).map(([id, variant]) => `${id}=${variant}`)
  if (entries.length === 0) return []
  return [
    paint('dim', '  Choices that differ from the defaults (docs/open-points.md explains them)'),
    ...wrapped(entries),
  ]
}

/** As many entries a line as there is room for. */
function wrapped(entries: readonly string[]): string[] {
  const lines: string[] = []
  for (const entry of entries) {
    const longer = `${lines.at(-1) ?? ''}  ${entry}`
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer
    else lines.push(`  ${entry}`)
  }
  return lines
}

/** Commands to paste into a shell: one for each operation, one that meets the limit, one that moves the clock. */
function examples({ baseUrl, keys, example, limits, ...facts }: StartFacts, paint: Paint): string[] {
  const [first, ...others] = keys
  if (!first) return []
  const scarce = others.reduce((least, key) => (key.perMinute < least.perMinute ? key : least), first)
  const newPet = `{"name": "Rex", "categoryId": ${example.categoryId}}`
  return [
    ['List pets', `curl -sS ${bearer(first.key)} '${baseUrl}${pathOf('listPets')}?limit=5'`],
    [
      isBeyondList(facts) ? ADD_BEYOND_LIST : 'Add one',
      `curl -sS ${bearer(first.key)} ${baseUrl}${pathOf('createPet')} ${json(newPet)}`,
    ],
    ['Get one', `curl -sS ${bearer(first.key)} ${baseUrl}${pathOf('getPet', example.id)}`],
    ...(limits ? [['Go over the limit', meetLimit(scarce, baseUrl)] as const] : []),
    ...(limits ? [['Move the clock a minute forward', minuteLater(facts)] as const] : []),
  ].flatMap(([what, command]) => [paint('dim', `  ${what}`), `  ${command}`])
}

/** Whether no list of all pets shows a pet that is added. */
function isBeyondList({ pets, choices }: Pick<StartFacts, 'pets' | 'choices'>): boolean {
  return (
    pets >= limitBounds.most && choices['list-order'] === undefined && choices['further-pages'] === undefined
  )
}

const ADD_BEYOND_LIST = `Add one (a list has the ${limitBounds.most} oldest pets: to see it there, start with --pets 20)`

function minuteLater(facts: Pick<StartFacts, 'controlToken' | 'origin'>): string {
  return `curl -sS -X POST ${facts.origin}/_mock/worlds/default/clock/advance${token(facts)} ${json('{"minutes": 1}')}`
}

// curl itself counts up the part in brackets, which is a fragment and not sent.
function meetLimit({ key, perMinute }: KeyFacts, baseUrl: string): string {
  return `curl -sS -o /dev/null -w '%{http_code} ' ${bearer(key)} '${baseUrl}${pathOf('listPets')}?limit=1#[1-${perMinute + 1}]'`
}

/** A request to an address other than loopback comes from that address, even when it is made on this machine. */
function token({ controlToken, origin }: Pick<StartFacts, 'controlToken' | 'origin'>): string {
  const { hostname } = new URL(origin)
  return controlToken === undefined || isLoopbackName(hostname) ? '' : ` ${bearer(controlToken)}`
}

function bearer(key: string): string {
  // A variable is for the shell to fill in.
  const quote = key.startsWith('$') ? '"' : "'"
  return `-H ${quote}Authorization: Bearer ${key}${quote}`
}

function json(body: string): string {
  return `-H 'Content-Type: application/json' -d '${body}'`
}
