// What whoever mends the suite looks at: some violations and operators, laid over strangers. Writes nothing.
import { everythingLaid, mayOf, nameLaid, type Laid, type LaidVerdict } from './judge-stranger.ts'
import { asItIs, layOver } from './lay-over.ts'
import { progressBar } from './progress-bar.ts'
import { strangers, whyNot, type Stranger } from './strangers/strangers.ts'
import { Threads } from './threads.ts'

/** A text that the names of what is chosen have, by kind; none of a kind where it is not said. */
type Chosen = Readonly<Record<Laid['kind'], string | undefined>>

/** Lays what is chosen over a stranger, or over `all`, and tells what is not rightly named. Resolves with the exit code. */
export async function tryOver(over: string, chosen: Chosen): Promise<number> {
  const all = everythingLaid().filter((one) => isChosen(one, chosen))
  const own = strangers.filter((one) => (over === 'all' || one.name === over) && whyNot(one) === undefined)
  if (all.length === 0 || own.length === 0) {
    process.stderr.write('Nothing to lay (--only TEXT, --operators TEXT), or no such stranger that can run\n')
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
      async (_one, asking) => {
        const told = await asking()
        step()
        return told
      },
    )
    for (const one of verdicts.filter(({ outcome }) => outcome !== 'right')) {
      if (one.outcome !== 'no occasion') wrong += 1
      process.stdout.write(`${lineOf(stranger, one)}\n`)
    }
  }
  process.stdout.write(`${all.length * own.length} laid, ${wrong} not rightly named\n`)
  return wrong === 0 ? 0 : 1
}

function isChosen(laid: Laid, chosen: Chosen): boolean {
  const text = chosen[laid.kind]
  return text !== undefined && nameLaid(laid).includes(text)
}

function lineOf({ name }: Stranger, one: Laid & LaidVerdict): string {
  const { outcome, run, reported, faults } = one
  const told = [...reported, ...faults].join(', ') || 'nothing'
  return `${outcome} (${run})  ${name}, ${nameLaid(one)}: reported ${told}, may break ${mayOf(one).join(', ') || 'nothing'}`
}
