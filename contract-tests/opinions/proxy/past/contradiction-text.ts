import type { Finding, RecordedExchange, Step } from '../../../history/history.ts'
import { splitPath } from '../../judge.ts'

/** How many replies a text names; the rest are counted. */
const MOST_NAMED = 4

/**
 * A contradiction in a sentence that begins with its clause: what was due, what came, and the replies before the judged one
 * that show it. The last of them may be the wrong one, where that showed only later.
 */
export function contradictionText(
  { clause, alternatives, expected, actual, steps }: Finding,
  judged: Pick<RecordedExchange, 'id' | 'received'>,
): string {
  const earlier = steps.filter(({ exchange }) => exchange.id !== judged.id)
  const left =
    earlier.length > MOST_NAMED ? earlier.splice(MOST_NAMED - 1, earlier.length - MOST_NAMED).length : 0
  const named = earlier.map((step) => stepText(step, judged.received))
  if (left > 0) named.splice(-1, 0, `${left} more`)
  const or = alternatives.length === 0 ? '' : ` (or ${alternatives.join(', ')})`
  return [`${clause}${or}: expected ${expected}; actual ${actual}`, ...named].join('; ')
}

function stepText({ exchange: { probe, status, received }, shows }: Step, now: number): string {
  const ago = Math.max(0, Math.round((now - received) / 1000))
  return `${probe.method} ${splitPath(probe.path).path} ${status}, ${ago} s before: ${shows}`
}
