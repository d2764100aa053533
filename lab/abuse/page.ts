import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What was measured, in words. */
    figures?: string
  }
}

const PAGE = join(import.meta.dirname, '../../docs/abuse.md')

const HEAD = `# What it withstands

\`npm run lab -- abuse\` does all of this to a mock, a suite and a proxy in processes of their own, and writes this page; it takes some
minutes on Linux. CI does a tenth of it. Memory is resident, in MB: a mock that has just started uses about 100.

| what was done, and what held | figures |
| ---------------------------- | ------- |
`

/** Prints the figures of each trial. Writes them to docs/abuse.md if all trials were run and have passed. */
export default class Page implements Reporter {
  readonly #writes: boolean

  constructor({ writes }: { readonly writes: boolean }) {
    this.#writes = writes
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    for (const test of tests) console.log(`${test.name}: ${test.meta().figures ?? test.result().state}`)
    const trials = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.abuse.ts'))
    if (
      !this.#writes ||
      modules.length < trials.length ||
      tests.some((test) => test.result().state !== 'passed')
    )
      return
    const rows = tests.map((test) => `| ${test.name} | ${test.meta().figures ?? ''} |\n`)
    writeFileSync(PAGE, HEAD + rows.join(''))
  }
}
