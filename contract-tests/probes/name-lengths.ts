import { isAdded, memberOf, textOf } from '../history/values.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { added } from './added.ts'

/** A name of so many characters; longer ones are not tried. */
export const LONG_NAME = 10_000

// Where databases and forms most often end.
const USUAL = [255, 256]

/** Tries to add a pet whose name has so many characters. */
export function namedWith(run: Run, length: number): Promise<Exchange> {
  const { mark } = run.settings
  // A letter, so that it is the length which may be refused, and no character.
  return added(run, { name: mark.padEnd(length, 'o').slice(0, length) })
}

/**
 * The last length that is taken on the way from the mark's, which is, to one that was `refused`. The figures that the
 * refusal names are tried first, each with its neighbours: they are mostly right, and spare the halving.
 */
export async function lastTaken(run: Run, refused: Exchange, length: number): Promise<number> {
  let [inside, outside] = [run.settings.mark.length, length]
  if (!isAdded(await added(run, {}))) missing('a pet that was added (CREATE-1)')
  const named = textOf(memberOf(refused.json, 'message')).match(/\d+/g) ?? []
  const figures = named.map(Number).flatMap((figure) => [figure, figure + 1, figure - 1])
  const next = [...figures, ...USUAL].values()
  while (Math.abs(outside - inside) > 1) {
    const isBetween = (one: number): boolean => (one - inside) * (one - outside) < 0
    const tried = next.find(isBetween) ?? Math.floor((inside + outside) / 2)
    if (isAdded(await namedWith(run, tried))) inside = tried
    else outside = tried
  }
  return inside
}

/** The lengths of names that the service takes, as far as it has shown. */
export async function nameLengths(run: Run): Promise<{ readonly least: number; readonly most: number }> {
  const [empty, long] = [await namedWith(run, 0), await namedWith(run, LONG_NAME)]
  return {
    least: empty.status === 400 ? await lastTaken(run, empty, 0) : 0,
    most: long.status === 400 ? await lastTaken(run, long, LONG_NAME) : LONG_NAME,
  }
}
