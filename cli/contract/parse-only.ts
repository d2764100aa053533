import { CommandError } from '../environment/command-error.ts'
import { clauses, didYouMean, type ClauseId } from '../../spec/index.ts'

/** The clauses that `--only` names: an id such as LIST-3, or an area such as AUTH for all of its clauses. */
export function parseOnly(names: readonly string[]): readonly ClauseId[] {
  return [...new Set(names.flatMap(clausesOf))]
}

function clausesOf(name: string): readonly ClauseId[] {
  const wanted = name.toUpperCase()
  const ids = clauses.map(({ id }) => id)
  const found = ids.filter((id) => id === wanted || areaOf(id) === wanted)
  if (found.length > 0) return found
  const near = didYouMean(wanted, [...ids, ...new Set(ids.map(areaOf))])
  throw new CommandError(`--only ${name}: there is no such clause.${near}`)
}

function areaOf(id: ClauseId): string {
  return id.replace(/-\d+$/, '')
}
