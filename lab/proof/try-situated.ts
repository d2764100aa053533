// Some changes that are made in one situation only, by name, for correcting the suite. Writes no file.
import { judgeAllSituated } from './judge-situated.ts'
import { isHeldBack } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { progressBar } from './progress-bar.ts'
import { situatedOperators } from './situations/index.ts'
import { whereMet } from './where-met.ts'
import { Threads } from './threads.ts'
import { situatedMisses, situatedTables, situationsNotMet } from './write-situations.ts'

/** Judges those with a text in their names: those held back, or all others. Resolves with the exit code. */
export async function trySituated(text: string, heldBack: boolean): Promise<number> {
  const chosen = situatedOperators.flatMap((one, at) =>
    nameOf(one).includes(text) && isHeldBack(one) === heldBack ? [at] : [],
  )
  if (chosen.length === 0) {
    process.stderr.write(`No change ${heldBack ? 'that is held back ' : ''}has "${text}" in its name\n`)
    return 2
  }
  await using threads = new Threads()
  const met = await whereMet()
  const step = progressBar(chosen.length, process.stderr)
  const verdicts = await judgeAllSituated(chosen, met, async (task) => {
    const result = await threads.run(task)
    step()
    return result
  })
  process.stdout.write(
    `${[situatedTables(verdicts), situatedMisses(verdicts), situationsNotMet(met)].join('\n')}\n`,
  )
  return verdicts.some(({ outcome }) => outcome === 'wrong clause') ? 1 : 0
}
