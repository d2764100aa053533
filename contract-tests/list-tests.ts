import { createVitest } from 'vitest/node'
import type { ClauseFinding } from './report/finished-test.ts'
import type { ContractSettings } from './settings.ts'
import { vitestOptions } from './vitest-options.ts'

/** A test of the suite that was not run. */
export interface ListedTest {
  readonly title: string
  readonly clause: ClauseFinding['clause']
  readonly needs: ClauseFinding['needs']
}

/** The tests of all clauses, in their order, without running one. */
export async function listTests(settings: ContractSettings): Promise<readonly ListedTest[]> {
  const vitest = await createVitest(vitestOptions(settings, []))
  try {
    const { testModules } = await vitest.collect([], { staticParse: false })
    return testModules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const { finding } = test.meta()
        return finding ? [{ title: test.name, clause: finding.clause, needs: finding.needs }] : []
      }),
    )
  } finally {
    await vitest.close()
  }
}
