import { createRequire } from 'node:module'
import { EventEmitter } from 'node:events'
import { CannotRun } from './cannot-run.ts'
import { document } from './documented-responses.ts'
import type { Transaction, Verdict } from './transaction.ts'

/** What is done to the transactions on their way, each before Dredd goes on. */
export interface Hooks {
  /** May put the transactions, which it is handed all of, in another order. */
  readonly order: (transactions: Transaction[]) => void
  readonly prepare: (transaction: Transaction) => Promise<void>
  /** Between the reply and Dredd's verdict on it. */
  readonly beforeVerdict: (transaction: Transaction) => void
  readonly passed: () => void
  readonly failed: (verdict: Verdict) => void
  /** The request had no reply. */
  readonly broke: (error: Error) => void
}

interface DreddRun {
  run(done: (error: Error | null) => void): void
}
type Dredd = new (configuration: object) => DreddRun

/** Runs Dredd as a library, silently: every documented response is one transaction, and they go one after the other. */
export async function runTransactions(baseUrl: string, timeout: number, hooks: Hooks): Promise<void> {
  const DreddRunner = loadDredd()
  const emitter = new EventEmitter()
  emitter.on('test pass', hooks.passed)
  emitter.on('test fail', hooks.failed)
  emitter.on('test error', hooks.broke)
  const run = new DreddRunner({
    endpoint: baseUrl,
    apiDescriptions: [{ location: 'spec/openapi.yaml', content: JSON.stringify(document) }],
    hookfiles: [`${import.meta.dirname}/hooks.cjs`],
    loglevel: 'silent',
    http: { timeout },
    emitter,
    custom: { cwd: import.meta.dirname, hooks: dreddHooks(hooks) },
  })
  await new Promise<void>((resolve, reject) => {
    run.run((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

// Dredd tells by the number of parameters whether a hook is asynchronous.
function dreddHooks({ order, prepare, beforeVerdict }: Hooks): object {
  return {
    beforeAll: (transactions: Transaction[]): void => {
      order(transactions)
    },
    beforeEach: (transaction: Transaction, done: () => void): void => {
      void prepare(transaction).then(done)
    },
    beforeEachValidation: (transaction: Transaction): void => {
      beforeVerdict(transaction)
    },
  }
}

function loadDredd(): Dredd {
  const require = createRequire(import.meta.url)
  try {
    silence(require('dredd/build/reporters/reporterOutputLogger'))
    return require('dredd') as Dredd
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    throw isMissing
      ? new CannotRun('Dredd is not installed: npm install --save-dev dredd@14', { cause: error })
      : error
  }
}

// It always reports to the terminal as well, through a logger of its own that no option reaches.
function silence(module: unknown): void {
  const { default: logger } = module as { default: { transports: { console: { silent: boolean } } } }
  logger.transports.console.silent = true
}
