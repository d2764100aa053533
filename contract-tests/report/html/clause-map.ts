import { areaOf, type ClauseId } from '../../../spec/clauses.ts'
import { looks, type Verdict } from '../model/verdict.ts'
import { className, markup, type Markup } from './markup.ts'

/** A clause on the map. */
export interface MappedClause {
  readonly id: ClauseId
  readonly verdict: Verdict
  readonly text: string
}

/** The document as a map of its clauses, each of which leads to what was found; `cell` makes the place of a clause. */
export function clauseMap<Mapped extends MappedClause>(
  clauses: readonly Mapped[],
  cell: (clause: Mapped) => Markup = (clause) => clauseCell(clause),
): Markup {
  const families = Map.groupBy(clauses, ({ id }) => areaOf(id))
  const rows = Array.from(
    families,
    ([family, own]) =>
      markup`<li><span class="family">${family}</span><span class="cells">${own.map(cell)}</span></li>`,
  )
  return markup`<nav aria-label="All clauses"><ul class="map">${rows}</ul></nav>`
}

/** The place of a clause, with what its verdict is called. */
export function clauseCell({ id, verdict, text }: MappedClause, called: string = verdict): Markup {
  return markup`<a class="cell ${className(verdict)}" href="#${id}" title="${id}, ${called}: ${text}"><span aria-label="${id} ${called}">${looks[verdict].sign}</span></a>`
}
