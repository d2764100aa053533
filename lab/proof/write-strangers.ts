// PROOF.md's section on services that others wrote.
import { markdownTable } from '../../spec/markdown.ts'
import { nameLaid, type Laid, type LaidVerdict, type StrangerVerdict } from './judge-stranger.ts'
import type { Stranger } from './strangers/strangers.ts'
import { share } from './share.ts'

export type StrangerProof =
  | { readonly stranger: Stranger; readonly leftOut: string }
  | {
      readonly stranger: Stranger
      readonly leftOut?: undefined
      readonly verdict: StrangerVerdict
      readonly laid: readonly (Laid & LaidVerdict)[]
    }

type Judged = Exclude<StrangerProof, { readonly leftOut: string }>

export function judgedOf(proofs: readonly StrangerProof[]): readonly Judged[] {
  return proofs.filter((one): one is Judged => one.leftOut === undefined)
}

/** Whether a stranger was blamed for nothing. */
export function isUnblamed({ verdict: { broken, faults } }: Judged): boolean {
  return broken.length + faults.length === 0
}

/** What was laid over strangers and met by a run. */
export function laidAndMet(proofs: readonly StrangerProof[]): readonly LaidVerdict[] {
  return judgedOf(proofs).flatMap(({ laid }) => laid.filter(isMet))
}

function isMet({ outcome }: LaidVerdict): boolean {
  return outcome !== 'no occasion'
}

export function strangerSection(proofs: readonly StrangerProof[]): string {
  const judged = judgedOf(proofs)
  return `## Strangers

Services that others wrote from the document alone, each settling its silences in its own way, with lawful oddities that the
mock has not: \`lab/proof/strangers/services/\`. Each was judged as it is, with all that a run may do; then with
violations and operators laid over it, which what is open may make lawful there, or another breach. Rightly named is what
may be broken by it, and nothing else.

${markdownTable(
  [
    'stranger',
    'written in',
    'clauses held',
    'blamed for',
    'open points read',
    'violations seen',
    'operators seen',
  ],
  proofs.map((one) => {
    const { name, style } = one.stranger
    if (one.leftOut !== undefined) return [name, style, `left out: ${one.leftOut}`, '', '', '', '']
    const { held, broken, faults, read, points } = one.verdict
    return [
      name,
      style,
      held,
      [...broken, ...faults].join(', ') || 'nothing',
      `${read} of ${points}`,
      ...(['violation', 'operator'] as const).map((kind) => {
        const own = one.laid.filter((each) => each.kind === kind && isMet(each))
        return share(own.filter(({ outcome }) => outcome === 'right').length, own.length)
      }),
    ]
  }),
)}

${judged
  .flatMap(({ stranger, laid }) =>
    laid
      .filter(({ outcome }) => outcome === 'missed' || outcome === 'astray')
      .map((one) => {
        const told = [...one.reported, ...one.faults].join(', ') || 'nothing'
        return `- ${stranger.name}, ${nameLaid(one)}: reported ${told}`
      }),
  )
  .join('\n')}
`
}
