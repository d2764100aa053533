import { didYouMean } from '../../spec/index.ts'
import { documented } from './document.ts'

/** " Did you mean X?" for the path of the document nearest to one that is not in it; empty when none is near. */
export function nearestPath(prefix: string, path: string): string {
  const written = path.split('/')
  const candidates = documented.map((operation) => prefix + filledIn(operation.path, written))
  return didYouMean((prefix + path).slice(0, 200), candidates)
}

/** A path of the document with what was written in the places of its parameters. */
function filledIn(path: string, written: readonly string[]): string {
  const parts = path.split('/').map((part, at) => (part.startsWith('{') ? (written[at] ?? part) : part))
  return parts.join('/')
}
