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

/** Without those that cannot be started on this machine. */
export function judgedStrangers(proofs: readonly StrangerProof[]): readonly Judged[] {
  return proofs.filter((one): one is Judged => one.leftOut === undefined)
}

/** Whether a stranger was blamed for nothing. */
export function isUnblamed({ verdict: { broken, faults } }: Judged): boolean {
  return broken.length + faults.length === 0
}

/** Verdicts on what was laid over strangers and changed something in a run. */
export function laidAndMet(proofs: readonly StrangerProof[]): readonly LaidVerdict[] {
  return judgedStrangers(proofs).flatMap(({ laid }) => laid.filter(isMet))
}

function isMet({ outcome }: LaidVerdict): boolean {
  return outcome !== 'nothing changed'
}

/** `mixes` is what a longer command has written of their options and breaches. */
export function strangerSection(proofs: readonly StrangerProof[], mixes: string): string {
  return `## Strangers

Services that others wrote from the document alone, in \`lab/proof/strangers/services/\`. Each settles in its own way what the
document leaves open, and has lawful oddities that the mock does not have. The suite judged each as it is, with everything that a
run may do. Then violations and operators were laid over it. One that breaks a promise of the mock may be lawful there, or break
another promise. It is seen where the suite reported a clause that it may break there, and no other.

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
${missesOver(judgedStrangers(proofs))}${mixes === '' ? '' : `\n${mixes}`}`
}

function missesOver(judged: readonly Judged[]): string {
  const lines = judged.flatMap(({ stranger, laid }) =>
    laid
      .filter(({ outcome }) => outcome === 'missed' || outcome === 'wrong clause')
      .map((one) => {
        const reported = [...one.reported, ...one.faults].join(', ') || 'nothing'
        return `- ${stranger.name}, ${nameLaid(one)}: reported ${reported}\n`
      }),
  )
  return lines.length === 0 ? '' : `\n${lines.join('')}`
}
