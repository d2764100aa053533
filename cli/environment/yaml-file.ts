import type { YAMLParseError } from 'yaml'
import {
  choosable,
  ChoiceError,
  type OpenPointId,
  parseChoices,
  parseSavedChoices,
  type Choices,
  type SavedChoices,
} from '../../spec/choices.ts'
import { CommandError } from './command-error.ts'

/** Reads YAML 1.2; an empty file is `undefined`. Throws a CommandError that names the file and the place of the fault. */
export async function parseYaml(text: string, file: string): Promise<unknown> {
  // Most mocks start without a file.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error' })
  const [fault] = document.errors
  if (fault) {
    const end = endOfKey(fault, document.errors)
    if (end !== undefined) {
      const line = text.lastIndexOf('\n', end) + 1
      const at = line + text.slice(line).search(/\S/)
      throw new CommandError(`${file} is not YAML: The line is indented too far at ${placeIn(text, at)}`)
    }
    // The message for two documents names a function that reads both.
    const isSecond = fault.code === 'MULTIPLE_DOCS'
    const why = isSecond ? 'cannot be read: A second document begins' : `is not YAML: ${fault.message}`
    throw new CommandError(`${file} ${why} at ${placeIn(text, fault.pos[0])}`)
  }
  try {
    return (document.toJS() as unknown) ?? undefined
  } catch (error) {
    // Such as aliases of aliases that would fill the memory.
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Where a name ends that goes over a line: it began as a value, which a line below it goes on with, indented further. */
function endOfKey(fault: YAMLParseError, errors: readonly YAMLParseError[]): number | undefined {
  if (fault.code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined
  return errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === fault.pos[0])?.pos[1]
}

/** The lines, from 1, on which the items of a list begin. */
export async function itemLines(text: string): Promise<readonly number[]> {
  const { isNode, isSeq, LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter })
  if (!isSeq(contents)) return []
  return contents.items.map((item) => lineCounter.linePos(isNode(item) ? item.range[0] : 0).line)
}

/** What a file of choices settles, and what it does not. */
export interface ChoicesOfFile extends SavedChoices {
  /** The open points that a run of the contract suite wrote as comments, since it did not observe them, or only in part. */
  readonly unseen: readonly OpenPointId[]
}

/** Reads a file of choices, lines of `point: variant` or `point: other`; throws a CommandError that names the file. */
export async function parseChoicesFile(text: string, file: string): Promise<ChoicesOfFile> {
  const value = (await parseYaml(text, file)) ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CommandError(`${file} must hold lines such as "limit-above-100: clamped"`)
  }
  if ('choices' in value) {
    throw new CommandError(
      `${file} must have its lines, such as "limit-above-100: clamped", at the top level: remove "choices:" and the blanks before them`,
    )
  }
  const saved = forUser(file, () => parseSavedChoices(value as Readonly<Record<string, unknown>>))
  const isSettled = (id: OpenPointId): boolean => id in saved.choices || saved.others.includes(id)
  return { ...saved, unseen: commentedOut(text).filter((id) => !isSettled(id)) }
}

/** The open points that stand in comments as `--save-choices` writes them. */
function commentedOut(text: string): readonly OpenPointId[] {
  const names = new Set(Array.from(text.matchAll(/^# ([a-z\d-]+): (?:not observed|')/gm), ([, name]) => name))
  return choosable.map(({ id }) => id).filter((id) => names.has(id))
}

/** Choices by the names of their open points; throws a CommandError that begins with the `place` they are written at. */
export function lawfulChoices(value: Readonly<Record<string, unknown>>, place: string): Partial<Choices> {
  return forUser(place, () => parseChoices(value))
}

function forUser<T>(place: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ChoiceError) throw new CommandError(`${place}: ${error.message}`, { cause: error })
    throw error
  }
}

function placeIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
