import { markdownTable } from '../../../spec/markdown.ts'
import { share } from '../share.ts'
import { partial, sampled } from './figures.ts'
import type { Mutant } from './judge-mutants.ts'

/** The section of PROOF.md on what our own tests kill, by folder. */
export function figuresOfOwnTests(mutants: readonly Mutant[], oneIn: number): string {
  const tried = mutants.filter(({ fate }) => fate === 'killed' || fate === 'survived')
  const row = (name: string, own: readonly Mutant[]): readonly string[] => {
    const killed = own.filter(({ fate }) => fate === 'killed').length
    return [name, String(own.length), share(killed, own.length)]
  }
  const folders = Map.groupBy(tried, ({ file }) =>
    file
      .split('/')
      .slice(0, file.startsWith('mock') ? 3 : 2)
      .join('/'),
  )
  return `### By our own tests

Written by \`npm run lab -- mutants --own-tests${partial(oneIn)}\`${sampled(oneIn)}. The same kind of changes, in all of the mock's
core, the parts that no client reaches included, and in the judge of the contract suite. Each is run against the nearest tests of
\`npm test\` that pass it, until one fails: those beside the source, those of clauses and open points over HTTP, those of the suite as
a whole, and the proof of a few violations. That is one test file in nine, so all tests together kill as many or more.

${markdownTable(
  ['mutants of', 'tried', 'killed'],
  [...[...folders].map(([name, own]) => row(name, own)), row('all', tried)],
)}
`
}
