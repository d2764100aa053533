import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../../../vitest.config.ts'

// Stryker runs one mutant beside another.
export default mergeConfig(
  base,
  defineConfig({ test: { setupFiles: ['lab/proof/mutants/own-tests/count-passed.ts'], maxWorkers: 1 } }),
)
