import { resolve } from 'node:path'
import { choicesFile, type ChoicesRead, countChoices } from '../../contract-tests/report/model/choices.ts'
import type { KnownBreachLine } from '../../contract-tests/report/model/known-breaches.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { isSameFile } from '../../contract-tests/report/write-whole.ts'
import { OTHER } from '../../spec/choices.ts'
import { clauses } from '../../spec/clauses.ts'
import { isDateTime } from '../../spec/date-time.ts'
import { problemText } from '../../spec/schema-check.ts'
import { counted, didYouMean, printable } from '../../spec/wording.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { Sources } from '../environment/sources.ts'
import { itemLines, parseChoicesFile, parseYaml } from '../environment/yaml-file.ts'
import { checkSaving, saveFile } from '../environment/save-file.ts'
import type { ContractFlags } from './commands.ts'

/** The files that a run is compared with: known breaches, and choices of an earlier run. */
export interface ComparedWith {
  readonly knownBreaches: readonly KnownBreachLine[]
  readonly choices: Readonly<Record<string, string>>
}

export async function readFiles(flags: ContractFlags, { files }: Environment): Promise<ComparedWith> {
  const sources = new Sources(files)
  const read = (name: string, flag: string): Promise<string> => sources.read(sources.resolve(name), flag)
  const { known, expectChoices } = flags
  return {
    knownBreaches: known === undefined ? [] : await parseKnownBreaches(await read(known, '--known'), known),
    choices:
      expectChoices === undefined
        ? {}
        : await expected(await read(expectChoices, '--expect-choices'), expectChoices),
  }
}

async function expected(text: string, file: string): Promise<ComparedWith['choices']> {
  const { choices, others } = await parseChoicesFile(text, file)
  return { ...choices, ...Object.fromEntries(others.map((id) => [id, OTHER])) }
}

/** Rejects where the choices surely cannot be saved after the run, or would replace the known breaches. */
export async function checkSavingChoices(
  { saveChoices: file, known }: ContractFlags,
  { files }: Environment,
): Promise<void> {
  if (file === undefined) return
  const path = resolve(files.folder, file)
  if (known !== undefined && (await isSameFile(path, resolve(files.folder, known))))
    throw new CommandError('--known and --save-choices name one file. Name another file for the choices.')
  await checkSaving(path, file)
  await readFormer(path, file, files).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(
      `${error.message.replace(/\.?$/, '.')} --save-choices would replace the file: remove it, or name another one.`,
    )
  })
}

/**
 * Writes how the service settles the open points, as `petstore mock --choices` reads it; resolves with what to say of that. A run that has
 * observed none leaves the file: with nothing in it, later runs would compare with nothing. What an earlier run of the same service has
 * observed, and this one has not, stays in it.
 */
export async function saveChoices(
  file: string,
  report: RunReport,
  { files, launch, ...ways }: Pick<Environment, 'files' | 'launch'> & Parameters<typeof saveFile>[3],
): Promise<string> {
  const { seen, settled } = countChoices(report.choices)
  if (seen === 0) return printable(`nothing saved to ${file}: this run has observed no open point`)
  const path = resolve(files.folder, file)
  const former = await readFormer(path, file, files).catch(() => NOTHING)
  const text = choicesFile(report.choices, report.baseUrl, former)
  const now = await expected(text, file)
  const kept = Object.values(now).filter((variant) => variant !== OTHER).length - settled
  const lost = Object.keys(former.choices).filter((id) => !Object.hasOwn(now, id)).length
  const saved = await saveFile(path, file, text, ways)
  const variants = `the variants of ${settled + kept} of ${counted(report.choices.length, 'open point')}`
  const earlier = kept === 0 ? '' : `, ${kept} of them as an earlier run observed them`
  const less = lost === 0 ? '' : `, without ${lost} that the file had before`
  return printable(
    `${saved}: ${variants}${earlier}${less}. Start a mock with them: ${launch(`mock --choices ${file}`)}`,
  )
}

const NOTHING: ChoicesRead = { text: '', choices: {} }

/** What a file of choices has before a run saves its own there; nothing where there is no file. Rejects where it is no file of choices. */
async function readFormer(path: string, file: string, files: Environment['files']): Promise<ChoicesRead> {
  const text = await files.readPlain(path).catch(() => '')
  return text.trim() === '' ? NOTHING : { text, choices: await expected(text, file) }
}

/** Where an entry of a file begins, by its index; nothing where it is not known. */
async function inEntry(text: string, index: number | string | undefined): Promise<string> {
  const line = index === undefined ? undefined : (await itemLines(text))[Number(index)]
  return line === undefined ? '' : `, in the entry at line ${line}`
}

/** Reads known breaches: a list of clause, each once, reason, and the last day on which it is accepted. */
async function parseKnownBreaches(text: string, file: string): Promise<readonly KnownBreachLine[]> {
  // A file whose last entry was removed may have comments only.
  const value = (await parseYaml(text, file)) ?? []
  // Most runs have no such file.
  const { fileChecks } = await import('../environment/file-checks.ts')
  const problems = fileChecks.KnownBreaches(value)
  // A misspelt field is missing too: what resembles it says more.
  const problem = problems.find(({ hint = '' }) => hint !== '') ?? problems[0]
  if (problem) {
    const at = /^\[(\d+)\]/.exec(problem.path)?.[1]
    const what = `${problemText(problem, 'the file')}${await inEntry(text, at)}`
    throw new CommandError(`${file}: ${what}${problem.hint ? `.${problem.hint}` : ''}`)
  }
  const lines = value as readonly KnownBreachLine[]
  const noDay = lines.findIndex(({ until }) => !isDateTime(`${until}T00:00:00Z`))
  if (noDay !== -1)
    throw new CommandError(
      `${file}: [${noDay}].until must be a day that there is, such as 2030-12-05${await inEntry(text, noDay)}`,
    )
  const ids: readonly string[] = clauses.filter(({ party }) => party !== 'client').map(({ id }) => id)
  const unknown = lines.find(({ clause }) => !ids.includes(clause))
  if (unknown) {
    const where = await inEntry(text, lines.indexOf(unknown))
    throw new CommandError(
      `${file}: there is no clause "${unknown.clause}" of the service${where}.${didYouMean(unknown.clause, ids)}`,
    )
  }
  const places = await itemLines(text)
  const breaches = lines.map((one, index) => ({ ...one, at: { file, line: places[index] ?? 1 } }))
  const ofClauses = [...Map.groupBy(breaches, ({ clause }) => clause).values()]
  const [first, second] = ofClauses.find((own) => own.length > 1) ?? []
  if (first && second)
    throw new CommandError(
      `${file}: ${first.clause} has two entries, at line ${first.at.line} and line ${second.at.line}: keep one of them`,
    )
  return breaches
}
