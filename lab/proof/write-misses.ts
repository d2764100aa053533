import type { ComparedJudgement } from './check-lawful.ts'
import { isRightElsewhere } from './detect-elsewhere.ts'
import type { Comparison } from './detect.ts'
import { isDevilUnblamed, type DevilVerdict } from './judge-devil.ts'
import { describeBlame as describeFreeBlame, isUnblamed } from './judge-free.ts'
import { isFair, isRead, type Proof } from './measures.ts'

/** PROOF.md's section on what was missed or blamed wrongly, but for operators and strangers; empty where all is right. */
export function missSection({ detections, judgements, free, devil }: Proof): string {
  const lines = [
    ...detections.filter(({ isRight }) => !isRight).map(describeMiss),
    ...detections.filter(({ elsewhere }) => !isRightElsewhere(elsewhere)).map(describeMissElsewhere),
    ...judgements.filter((one) => !isFair(one) || !isRead(one)).map(describeBlame),
    ...free.filter((one) => !isUnblamed(one)).map(describeFreeBlame),
    ...devil.filter((one) => !isDevilUnblamed(one)).map(describeDevilBlame),
  ]
  return lines.length === 0 ? '' : `## Misses\n\n${lines.map((line) => `- ${line}\n`).join('')}`
}

function describeMiss({ violation: { breaks, name }, broken, faults }: Comparison): string {
  return `${breaks.join(', ')}, ${name}: reported ${reported(broken, faults)}`
}

function describeMissElsewhere({ violation, elsewhere: { due, broken, faults } }: Comparison): string {
  return `elsewhere: ${due.join(', ') || 'nothing'}, ${violation.name}: reported ${reported(broken, faults)}`
}

function describeBlame({ lawful, broken, faults, misread, drifted }: ComparedJudgement): string {
  return `${lawful.name}, ${lawful.trouble}: ${[...broken, ...faults, ...misread, ...drifted].join('; ')}`
}

function describeDevilBlame({ seed, broken, faults }: DevilVerdict): string {
  const command = `npm run lab -- devil --seeds ${seed}`
  return `the devil of seed ${seed}: reported ${reported(broken, faults)}. \`${command}\` names the least devilry`
}

function reported(broken: readonly string[], faults: readonly string[]): string {
  return [broken.join(', ') || 'nothing', ...faults].join('; ')
}
