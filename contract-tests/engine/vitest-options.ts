import { join } from 'node:path'
import type { CliOptions, Reporter } from 'vitest/node'
import type { ContractSettings } from './settings.ts'

/** How Vitest is to run the suite, with no config file, whatever project it is started in. */
export function vitestOptions(settings: ContractSettings, reporters: readonly Reporter[]): CliOptions {
  return {
    config: false,
    watch: false,
    cache: false,
    root: join(import.meta.dirname, '../clauses'),
    include: ['index.suite.?s'],
    // Installed, the suite stands in node_modules, which Vitest would leave out.
    exclude: [],
    reporters: [...reporters],
    provide: { contract: settings },
    bail: settings.bail ? 1 : 0,
    // One thread: the tests share their probes.
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    // A probe has a limit of its own, and waiting for a window to pass is no failure.
    testTimeout: 0,
  }
}
