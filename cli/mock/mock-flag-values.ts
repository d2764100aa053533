import { InvalidArgumentError } from 'commander'
import { memoryProblem } from '../../mock/heap.ts'
import type { KeySpec } from '../../mock/core/limits/caller.ts'
import { inputProblem } from '../../mock/core/world/input.ts'
import { keyProblem } from '../../mock/core/world/spec-problems.ts'
import { customPlanIds } from '../../spec/plans.ts'
import { asSentence } from '../../spec/wording.ts'
import { figure } from '../environment/flag-values.ts'

/** Reads NAME:PLAN or NAME:PLAN:PER_MINUTE:PER_DAY, and adds it to the keys so far. */
export function oneMoreKey(text: string, keys: readonly KeySpec[] = []): readonly KeySpec[] {
  const [name = '', plan = '', ...figures] = text.split(':')
  const custom = customPlanIds.join('|')
  if (plan === '' || (figures.length !== 0 && figures.length !== 2)) {
    throw new InvalidArgumentError(
      `Write it as NAME:PLAN, or NAME:${custom}:PER_MINUTE:PER_DAY, such as big:${customPlanIds[0]}:500:100000.`,
    )
  }
  const [perMinute, perDay] = figures.map(figure)
  const key = { key: name, plan, ...(figures.length === 2 && { perMinute, perDay }) }
  const problem = keyProblem(key)
  if (problem !== undefined) throw new InvalidArgumentError(asSentence(problem))
  if (keys.some((other) => other.key === name))
    throw new InvalidArgumentError(`There is a --key ${JSON.stringify(name)} already: a key has one plan.`)
  // Checked in the line before.
  return [...keys, key as KeySpec]
}

/** Reads how many megabytes a mock may store, for which this process must have room. */
export function megabytes(text: string): number {
  const memory = figure(text)
  const problem = memoryProblem(memory)
  if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`)
  return memory
}

/** Reads an origin, and adds it to those so far. */
export function oneMoreOrigin(text: string, origins: readonly string[] = []): readonly string[] {
  const problem = inputProblem('Origins', [text], '')
  if (problem !== undefined) throw new InvalidArgumentError(`${problem.replace('[0] must', 'It must')}.`)
  return [...origins, text]
}
