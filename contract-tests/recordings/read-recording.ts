import { TooDeep } from '../../spec/exact-json/json.ts'
import { problemText, type SchemaCheck } from '../../spec/schema-check.ts'
import { memberOf } from '../history/values.ts'
import { BadEntry } from './entry.ts'
import { entryOfHar, type HarEntry } from './har.ts'
import { entryOfJournal, type JournalItem } from './journal.ts'
import { type JsonPart, jsonParts, NotJson, TooLong } from './json-parts.ts'
import { type Recording, RecordingBuilder } from './recording.ts'
import { entryOfSuite, type SuiteExchange } from './suite-report.ts'

/** Checks of single entries, compiled from the schemas of the formats. */
export interface EntryChecks {
  readonly HarEntry: SchemaCheck
  readonly SuiteExchange: SchemaCheck
  readonly JournalItem: SchemaCheck
}

/** What a file holds. */
export interface ReadFile {
  /** How many entries, whichever service they went to. */
  readonly entries: number
  /** The first few base addresses that requests for /pets went to. */
  readonly bases: readonly string[]
  /** `undefined` if no entry went to the service. */
  readonly recording: Recording | undefined
}

/** Thrown where a file is no recording. The message says of the file what and where, and what to do. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** What is read of each format. A journal is a list, and its pages may follow one another. */
const WANTED = {
  ofObject: [
    '$.log.entries.*',
    '$.schemaVersion',
    '$.baseUrl',
    '$.exchanges.*',
    '$.unanswered.*',
    '$.quotaSetAfter.*',
  ],
  ofList: ['$.*'],
} as const

const SCHEMA_VERSION = 1

/**
 * Reads recorded traffic: an HTTP archive, the suite's JSON report, or the mock's journal; what is in it says which. Only the
 * entries of one service are stored (see RecordingBuilder).
 *
 * @throws RecordingError
 */
export async function readRecording(
  chunks: AsyncIterable<Uint8Array>,
  { checks, baseUrl }: { readonly checks: EntryChecks; readonly baseUrl?: string | undefined },
): Promise<ReadFile> {
  const file = new RecordingFile(checks, baseUrl)
  try {
    for await (const part of jsonParts(chunks, WANTED)) file.add(part)
  } catch (error) {
    if (error instanceof TooDeep || error instanceof TooLong)
      throw new RecordingError(`cannot be read: ${error.message}`, { cause: error })
    if (!(error instanceof NotJson)) throw error
    throw new RecordingError(`is ${error.message}. Record or export it again`, { cause: error })
  }
  return file.finish()
}

class RecordingFile {
  readonly #checks: EntryChecks
  readonly #baseUrl: string | undefined
  #builder: RecordingBuilder | undefined
  /** Of a report: the service that the suite ran against. Of a journal: the origin of the mock. */
  #service: string | undefined
  readonly #quotaSetAfter: number[] = []

  constructor(checks: EntryChecks, baseUrl: string | undefined) {
    this.#checks = checks
    this.#baseUrl = baseUrl
  }

  add({ path, value }: JsonPart): void {
    const [first] = path
    if (first === 'log') this.#addToArchive(value, nameOf(path))
    else if (first === 'exchanges') this.#addToReport(value, nameOf(path))
    else if (first === 'unanswered') this.#addUnanswered(value)
    else if (typeof first === 'number') this.#addToJournal(value, nameOf(path))
    else this.#addFact(String(first), value)
  }

  finish(): ReadFile {
    const builder = this.#builder
    if (builder === undefined) {
      throw new RecordingError(
        'holds no exchange. Give an HTTP archive (HAR 1.2), a JSON report of petstore contract, or the journal of a mock',
      )
    }
    for (const id of this.#quotaSetAfter) builder.setQuotaAfter(id)
    return { entries: builder.size, bases: builder.bases, recording: builder.build() }
  }

  /** Of what the suite or the mock has written, which show no key. */
  #redactedBuilder(): RecordingBuilder {
    return (this.#builder ??= new RecordingBuilder(this.#baseUrl, { areKeysRedacted: true }))
  }

  #addToArchive(value: unknown, place: string): void {
    const builder = (this.#builder ??= new RecordingBuilder(this.#baseUrl))
    // Most entries of an archive went elsewhere, and are not worth a check.
    const url = memberOf(memberOf(value, 'request'), 'url')
    const method = memberOf(memberOf(value, 'request'), 'method')
    if (typeof url === 'string' && !builder.wants(url, typeof method === 'string' ? method : '')) return
    refuseBad(value, this.#checks.HarEntry, place, 'HAR')
    builder.add(within(place, 'HAR', () => entryOfHar(value as HarEntry)))
  }

  #addToReport(value: unknown, place: string): void {
    const builder = this.#redactedBuilder()
    refuseBad(value, this.#checks.SuiteExchange, place, REPORT)
    const exchange = value as SuiteExchange
    if (this.#service === undefined)
      throw new RecordingError(`is no ${REPORT}: baseUrl is required, before the exchanges`)
    const entry = entryOfSuite(exchange, this.#service)
    if (builder.wants(entry.url, exchange.method)) builder.add(entry)
  }

  /** A request of a report that has no reply. */
  #addUnanswered(value: unknown): void {
    const builder = this.#redactedBuilder()
    const [path, method] = [memberOf(value, 'path'), memberOf(value, 'method')]
    const url = `${this.#service ?? ''}${typeof path === 'string' ? path : ''}`
    if (builder.wants(url, typeof method === 'string' ? method : '')) builder.add(undefined)
  }

  #addToJournal(value: unknown, place: string): void {
    const builder = this.#redactedBuilder()
    refuseBad(value, this.#checks.JournalItem, place, 'journal')
    const item = value as JournalItem
    // All entries are one mock's, by whichever name its clients call it.
    this.#service ??= this.#baseUrl === undefined ? hostOf(item) : new URL(this.#baseUrl).origin
    const entry = entryOfJournal(item, this.#service)
    if (builder.wants(entry.url, item.method)) builder.add(entry)
  }

  #addFact(name: string, value: unknown): void {
    if (name === 'baseUrl' && typeof value === 'string') this.#service = value
    if (name === 'quotaSetAfter' && typeof value === 'number') this.#quotaSetAfter.push(value)
    if (name === 'schemaVersion' && value !== SCHEMA_VERSION) {
      throw new RecordingError(
        `has schemaVersion ${JSON.stringify(value)}, and this version of petstore reads ${SCHEMA_VERSION}. Write the report again with this version`,
      )
    }
  }
}

const REPORT = 'report of petstore contract'

function hostOf({ request: { headers } }: JournalItem): string {
  return `http://${headers['host'] ?? 'localhost'}`
}

/** Throws where an entry is not what its schema says, of which its type is a copy. */
function refuseBad(value: unknown, check: SchemaCheck, place: string, format: string): void {
  const [problem] = check(value)
  if (problem === undefined) return
  const { path } = problem
  const field = path === '' || path.startsWith('[') ? `${place}${path}` : `${place}.${path}`
  throw new RecordingError(`is no ${format}: ${problemText({ ...problem, path: field }, place)}`)
}

function within<Result>(place: string, format: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BadEntry)) throw error
    throw new RecordingError(`is no ${format}: ${place}.${error.message}`, { cause: error })
  }
}

/** A path as JavaScript writes it: `log.entries[3]`. */
function nameOf(path: JsonPart['path']): string {
  return path
    .map((one, at) => (typeof one === 'number' ? `[${one}]` : `${at === 0 ? '' : '.'}${one}`))
    .join('')
}
