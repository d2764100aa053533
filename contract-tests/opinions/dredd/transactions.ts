import { createRequire } from 'node:module'
import { EventEmitter } from 'node:events'
import { CannotJudge } from '../judge.ts'
import { document } from './documented-responses.ts'

/** A transaction as Dredd 14.1 hands it to hooks, as much of it as ours touch. Hooks change it in place. */
export interface Transaction {
  readonly request: { readonly method: string; headers: Record<string, string>; body: string }
  /** The target: the path of the base address, the path of the operation, the query. */
  fullPath: string
  readonly expected: {
    readonly statusCode: string
    headers: Record<string, string>
    body?: string
    /** JSON Schema, which the body is held to in the place of the example. */
    bodySchema?: object
  }
  /** The reply, once it is there. */
  readonly real?: {
    readonly statusCode: number
    readonly headers: Record<string, string>
    readonly body?: string
  }
  readonly origin: { readonly resourceName: string }
  skip: boolean
}

/** Hooks for the transactions; Dredd waits for each. */
interface Hooks {
  /** May put the transactions, which it is handed all of, in another order. */
  readonly order: (transactions: Transaction[]) => void
  readonly prepare: (transaction: Transaction) => Promise<void>
  /** Between the reply and Dredd's judgement of it. */
  readonly beforeValidation: (transaction: Transaction) => void
  readonly passed: () => void
  /** The message has one line for each thing that is wrong. */
  readonly failed: (test: { readonly message: string }) => void
  /** The request had no reply. */
  readonly unanswered: (error: Error) => void
}

/** Runs Dredd as a library, silently: every documented response is one transaction, and they go one after the other. */
export async function runTransactions(baseUrl: string, timeout: number, hooks: Hooks): Promise<void> {
  const emitter = new EventEmitter()
  emitter.on('test pass', hooks.passed)
  emitter.on('test fail', hooks.failed)
  emitter.on('test error', hooks.unanswered)
  const Dredd = (loaded ??= readingOnce(loadDredd()))
  const run = new Dredd({
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

// Dredd decides by the number of parameters whether a hook is asynchronous.
function dreddHooks({ order, prepare, beforeValidation }: Hooks): object {
  return {
    beforeAll: (transactions: Transaction[]): void => {
      order(transactions)
    },
    beforeEach: (transaction: Transaction, done: () => void): void => {
      void prepare(transaction).then(done)
    },
    beforeEachValidation: (transaction: Transaction): void => {
      beforeValidation(transaction)
    },
  }
}

/** Dredd's own class, as much of it as we use and replace. */
type Dredd = new (configuration: object) => {
  run(done: (error: Error | null) => void): void
  prepareAPIdescriptions(done: Prepared): void
}
type Prepared = (error: Error | null, descriptions?: readonly { apiElements?: unknown }[]) => void

let loaded: Dredd | undefined

/** Dredd that reads the document once, not in every run: reading takes three quarters of a run. */
function readingOnce(DreddRunner: Dredd): Dredd {
  // As text, because a run changes the transactions.
  let read: string | undefined
  return class extends DreddRunner {
    override prepareAPIdescriptions(done: Prepared): void {
      if (read !== undefined) {
        done(null, JSON.parse(read) as [])
        return
      }
      super.prepareAPIdescriptions((error, descriptions = []) => {
        // Without the syntax tree of the transactions, which is not needed any more.
        if (!error) read = JSON.stringify(descriptions.map(({ apiElements: _tree, ...rest }) => rest))
        done(error, descriptions)
      })
    }
  }
}

function loadDredd(): Dredd {
  const require = createRequire(import.meta.url)
  try {
    silence(require('dredd/build/reporters/reporterOutputLogger'))
    // Where Dredd has it from, be it beside Dredd or below.
    judgeOnce(createRequire(require.resolve('dredd'))('gavel') as Gavel)
    return require('dredd') as Dredd
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    throw isMissing
      ? new CannotJudge('Dredd is not installed: npm ci brings it, without --omit=dev', { cause: error })
      : error
  }
}

/** What Dredd compares messages with. */
interface Gavel {
  readonly default: { validate: (expected: Message, real: Message) => object }
}
interface Message {
  readonly headers?: Readonly<Record<string, string>>
}

const MOST_JUDGEMENTS = 5_000

/** Has the same messages compared once: Gavel compiles two schemas and their meta-schemas each time. */
function judgeOnce({ default: gavel }: Gavel): void {
  const { validate } = gavel
  const judged = new Map<string, object>()
  gavel.validate = (expected, real) => {
    const id = JSON.stringify([expected, { ...real, headers: comparedIn(real.headers ?? {}) }])
    let result = judged.get(id)
    if (!result) {
      if (judged.size >= MOST_JUDGEMENTS) judged.clear()
      judged.set(id, (result = validate(expected, real)))
    }
    return result
  }
}

/** What Gavel looks at of headers: their names, and the value where it is about content. */
function comparedIn(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    /^(?:content-type|accept)/i.test(name) ? value : '',
  ])
}

// It always reports to the terminal as well, through a logger of its own that no option reaches.
function silence(module: unknown): void {
  const { default: logger } = module as { default: { transports: { console: { silent: boolean } } } }
  logger.transports.console.silent = true
}
