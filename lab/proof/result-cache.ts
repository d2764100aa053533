import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/petstore-proof')
// A change in any of these may change any result.
const SOURCES = [
  'spec',
  'fixtures',
  'mock',
  'contract-tests',
  'lab/proof',
  'lab/package-lock.json',
  'package-lock.json',
]

/**
 * Results of earlier runs of the same sources, so that a long run can be interrupted. Each line of the file is a key and its
 * result. Files of other sources are removed.
 */
export class ResultCache {
  readonly file: string
  readonly #results = new Map<string, unknown>()

  constructor(folder = FOLDER, sources = hashFiles(SOURCES)) {
    this.file = join(folder, `${sources}.jsonl`)
    mkdirSync(dirname(this.file), { recursive: true })
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.jsonl') && join(folder, name) !== this.file) rmSync(join(folder, name))
    }
    for (const [key, result] of readEntries(this.file)) this.#results.set(key, result)
    // The last line may have been cut off: what follows begins a new one.
    if (this.#results.size > 0) appendFileSync(this.file, '\n')
  }

  has(key: string): boolean {
    return this.#results.has(key)
  }

  /** The cached result, or else what `compute` resolves with, which is then cached. */
  async get<Result>(key: string, compute: () => Promise<Result>): Promise<Result> {
    // Written by the same sources under the same key.
    if (this.#results.has(key)) return this.#results.get(key) as Result
    const result = await compute()
    this.#results.set(key, result)
    appendFileSync(this.file, `${JSON.stringify([key, result])}\n`)
    return result
  }
}

function* readEntries(file: string): Iterable<[key: string, result: unknown]> {
  if (!existsSync(file)) return
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      yield JSON.parse(line) as [string, unknown]
    } catch {
      // The last one may have been cut off.
    }
  }
}

/** One hash for the contents of files and folders of the project, without those that change no result. */
function hashFiles(names: readonly string[]): string {
  const files = names.flatMap((name) => {
    if (name.includes('.')) return [name]
    return readdirSync(join(ROOT, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  })
  const hash = createHash('sha256')
  for (const file of files.filter((one) => !WITHOUT_EFFECT.test(one)).toSorted())
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

// Tests, Markdown, what is installed or built there, and what only writes or prints results.
const WITHOUT_EFFECT =
  /\/node_modules\/|\/built\/|\/proof\/(?:mutants\/|measures|write-|try-)|\.test\.ts$|\.md$/
