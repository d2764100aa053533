// Some violations and operators laid over strangers, for correcting the suite. Writes no file.
import { everythingLaid, clausesAtRisk, nameLaid, type Laid, type LaidVerdict } from './judge-stranger.ts'
import { asItIs, layOver } from './lay-over.ts'
import { progressBar } from './progress-bar.ts'
import { strangers, whyNot, type Stranger } from './strangers/strangers.ts'
import { Threads } from './threads.ts'

/** By kind, a text that the chosen ones have in their names; `undefined` chooses none of the kind. */
type Chosen = Readonly<Record<Laid['kind'], string | undefined>>

/** Lays the chosen ones over a stranger, or over `all`, and prints those not reported correctly. Resolves with the exit code. */
export async function tryOver(over: string, chosen: Chosen): Promise<number> {
  const all = everythingLaid().filter((one) => isChosen(one, chosen))
  const own = strangers.filter((one) => (over === 'all' || one.name === over) && whyNot(one) === undefined)
  if (all.length === 0 || own.length === 0) {
    process.stderr.write(`${all.length === 0 ? NOTHING_CHOSEN : noStranger(over)}\n`)
    return 2
  }
  const step = progressBar(all.length * own.length, process.stderr)
  await using threads = new Threads()
  let wrong = 0
  for (const stranger of own) {
    const verdicts = await layOver(
      stranger,
      all,
      threads,
      await asItIs(stranger, threads),
      async (_one, run) => {
        const verdict = await run()
        step()
        return verdict
      },
    )
    for (const one of verdicts.filter(({ outcome }) => outcome !== 'right')) {
      if (one.outcome !== 'nothing changed') wrong += 1
      process.stdout.write(`${lineOf(stranger, one)}\n`)
    }
  }
  process.stdout.write(`${all.length * own.length} laid over strangers, ${wrong} not reported correctly\n`)
  return wrong === 0 ? 0 : 1
}

const NOTHING_CHOSEN =
  'Nothing is chosen: --over needs --only TEXT or --operators TEXT, with a text that some name contains'

function noStranger(name: string): string {
  const those = strangers.map((one) => one.name)
  if (name !== 'all' && !those.includes(name))
    return `There is no stranger ${name}: there are ${those.join(', ')}, and all`
  const reasons = strangers.flatMap((one) => {
    const reason = whyNot(one)
    return reason === undefined || (name !== 'all' && one.name !== name) ? [] : [`${one.name}: ${reason}`]
  })
  return `No stranger can be started here. ${reasons.join('; ')}`
}

function isChosen(laid: Laid, chosen: Chosen): boolean {
  const text = chosen[laid.kind]
  return text !== undefined && nameLaid(laid).includes(text)
}

function lineOf({ name }: Stranger, one: Laid & LaidVerdict): string {
  const { outcome, run, reported, faults } = one
  const actual = [...reported, ...faults].join(', ') || 'nothing'
  return `${outcome} (${run})  ${name}, ${nameLaid(one)}: reported ${actual}, may break ${clausesAtRisk(one).join(', ') || 'nothing'}`
}
