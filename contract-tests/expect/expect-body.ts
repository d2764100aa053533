import { problemText, type ErrorBody, type Pet } from '../../spec/index.ts'
import { Breach } from '../breach.ts'
import type { Exchange } from '../probe/exchange.ts'
import type { Run } from '../run.ts'
import { expectStatus } from './expect-status.ts'

/** Holds a reply to being one animal, with one of these statuses. */
export function expectPet({ checks }: Run, exchange: Exchange, status = 200): Pet {
  expectStatus(exchange, status)
  expectSchema('an animal', checks.Pet, exchange)
  return exchange.json as Pet
}

/** Holds a reply to being a list of animals. */
export function expectPets({ checks }: Run, exchange: Exchange): readonly Pet[] {
  expectStatus(exchange, 200)
  expectSchema('an array of animals', checks.Pets, exchange)
  return exchange.json as readonly Pet[]
}

/** Holds a reply to being an error of that status. */
export function expectError({ checks }: Run, exchange: Exchange, status: number): ErrorBody {
  expectStatus(exchange, status)
  expectSchema('an Error body', checks.Error, exchange)
  return exchange.json as ErrorBody
}

function expectSchema(what: string, check: Run['checks']['Pet'], exchange: Exchange): void {
  const [problem] = check(exchange.json)
  if (!problem) return
  throw new Breach(what, `a body in which ${problemText(problem, 'the whole')}`, exchange)
}
