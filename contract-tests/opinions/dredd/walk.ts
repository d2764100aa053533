import { isInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { keyCutter, type KeyCutter } from '../../engine/cut-keys.ts'
import { readJson } from '../../engine/exchange.ts'
import { memberOf } from '../../history/values.ts'
import { CannotJudge } from '../judge.ts'
import {
  documentedResponses,
  expectDocumented,
  responseOf,
  type DocumentedResponse,
} from './documented-responses.ts'
import { prepareRequest } from './prepare-request.ts'
import { runTransactions, type Transaction } from './transactions.ts'

interface WalkOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string
  /** Milliseconds until a reply must be there. */
  readonly timeout: number
  /** Brings the key over its limit, before each request that is to meet it; returns why that cannot be done, where it cannot. */
  readonly exceedLimit: () => Promise<string | undefined>
}

/** The result for a documented response. */
export interface Walked {
  /** As `getPet 404`. */
  readonly name: string
  readonly result: 'passed' | 'failed' | 'not walked'
  /** The problem, or why it was not walked; empty if it passed. */
  readonly reason: string
}

/**
 * Makes Dredd request every documented response from a service. Returns the result of each, in the order of
 * the document. Rejects with CannotJudge when the service does not answer or refuses the key.
 */
export async function walk(options: WalkOptions): Promise<readonly Walked[]> {
  const walk = new Walk(options)
  await runTransactions(options.baseUrl, options.timeout, walk)
  return walk.result()
}

const NOT_MADE = { result: 'failed', reason: 'Dredd made no transaction of it' } as const

class Walk {
  readonly #options: WalkOptions
  readonly #cut: KeyCutter
  readonly #walked = new Map<string, Omit<Walked, 'name'>>()
  #current: DocumentedResponse | undefined
  #refused = false
  #stopped: CannotJudge | undefined
  // Those of the examples, until a reply of the service has one.
  #petId: Int64 = 1
  #categoryId: Int64 = 2

  constructor(options: WalkOptions) {
    this.#options = options
    this.#cut = keyCutter({ key: options.key, secondKey: undefined })
  }

  /** Those that need the limit exceeded come last. */
  readonly order = (transactions: Transaction[]): void => {
    transactions.sort((one, other) => Number(isOverLimit(one)) - Number(isOverLimit(other)))
  }

  readonly prepare = async (transaction: Transaction): Promise<void> => {
    this.#current = responseOf(transaction)
    this.#refused = false
    const obstacle = this.#stopped ? this.#stopped.message : await this.#obstacle(transaction)
    if (obstacle !== undefined) {
      this.#note('not walked', obstacle)
      transaction.skip = true
    } else if (this.#current) {
      const { key, baseUrl } = this.#options
      const basePath = new URL(baseUrl).pathname
      const facts = { key, basePath, petId: this.#petId, categoryId: this.#categoryId }
      prepareRequest(transaction, this.#current, facts)
    }
  }

  readonly beforeValidation = (transaction: Transaction): void => {
    const { real } = transaction
    if (!this.#current || !real) return
    const isFirst = this.#walked.size === 0
    if (isFirst && real.statusCode === 401) this.#stop('the service does not accept the key')
    this.#refused = real.statusCode === 429 && this.#current.status !== 429
    this.#learn(real)
    expectDocumented(transaction, this.#current)
  }

  readonly passed = (): void => {
    this.#note('passed', '')
  }

  readonly failed = ({ message }: { readonly message: string }): void => {
    if (this.#refused) this.#note('not walked', 'the limit was exceeded')
    else this.#note('failed', message.trim().replaceAll(/\s*\n\s*/g, '; '))
  }

  readonly unanswered = (error: Error): void => {
    this.#stop(`the service does not answer: ${error.message || String(error)}`)
  }

  result(): readonly Walked[] {
    if (this.#stopped) throw this.#stopped
    return documentedResponses.map(({ name }) => ({ name, ...(this.#walked.get(name) ?? NOT_MADE) }))
  }

  async #obstacle(transaction: Transaction): Promise<string | undefined> {
    if (!isOverLimit(transaction)) return undefined
    try {
      return await this.#options.exceedLimit()
    } catch (error) {
      return `going over the limit failed: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** A pet of the service's own, to ask for; and its category. */
  #learn({ statusCode, body = '' }: NonNullable<Transaction['real']>): void {
    if (statusCode !== 200 && statusCode !== 201) return
    const pet = firstPet(body)
    if (pet) [this.#petId, this.#categoryId] = [pet.id, pet.categoryId]
  }

  #note(result: Walked['result'], reason: string): void {
    if (this.#current) this.#walked.set(this.#current.name, { result, reason: this.#cut(reason) })
  }

  #stop(message: string): void {
    this.#stopped ??= new CannotJudge(this.#cut(message))
  }
}

function isOverLimit({ expected }: Transaction): boolean {
  return expected.statusCode === '429'
}

/** The pet, or the first of the pets, that a body holds. */
function firstPet(body: string): { readonly id: Int64; readonly categoryId: Int64 } | undefined {
  const json = readJson(body)
  const pet: unknown = Array.isArray(json) ? json[0] : json
  const [id, categoryId] = [memberOf(pet, 'id'), memberOf(pet, 'categoryId')]
  return isInt64(id) && isInt64(categoryId) ? { id, categoryId } : undefined
}
