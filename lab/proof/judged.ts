import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/petstore-proof')
// What figures rest on: change a line of it, and all of them are of another project.
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
 * What was judged by an earlier run of the same sources, so that a long one can be interrupted. Each line of the file is a
 * question and what was told; files of other sources are removed.
 */
export class Judged {
  readonly file: string
  readonly #told = new Map<string, unknown>()

  constructor(folder = FOLDER, sources = hashOf(SOURCES)) {
    this.file = join(folder, `${sources}.jsonl`)
    mkdirSync(dirname(this.file), { recursive: true })
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.jsonl') && join(folder, name) !== this.file) rmSync(join(folder, name))
    }
    for (const line of linesOf(this.file)) this.#told.set(...line)
    // So that what comes next does not stand behind a line that was cut off.
    if (this.#told.size > 0) appendFileSync(this.file, '\n')
  }

  has(question: string): boolean {
    return this.#told.has(question)
  }

  /** What was told of it; asks where nothing was, and keeps that. */
  async tell<Told>(question: string, ask: () => Promise<Told>): Promise<Told> {
    // Written by the same sources, of the same question.
    if (this.#told.has(question)) return this.#told.get(question) as Told
    const told = await ask()
    this.#told.set(question, told)
    appendFileSync(this.file, `${JSON.stringify([question, told])}\n`)
    return told
  }
}

function* linesOf(file: string): Iterable<[string, unknown]> {
  if (!existsSync(file)) return
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      yield JSON.parse(line) as [string, unknown]
    } catch {
      // The last one may have been cut off.
    }
  }
}

/** One text for the contents of files and folders of the project, with no regard to tests and to what was installed or generated there. */
function hashOf(names: readonly string[]): string {
  const files = names.flatMap((name) => {
    if (name.includes('.')) return [name]
    return readdirSync(join(ROOT, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  })
  const hash = createHash('sha256')
  for (const file of files.filter((one) => !OTHERS.test(one)).toSorted())
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

// Nor to what tells figures only.
const OTHERS = /\/node_modules\/|\/built\/|\/proof\/(?:mutants\/|measures|write-|try-)|\.test\.ts$|\.md$/
