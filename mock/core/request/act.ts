import { createPet } from '../pets/create-pet.ts'
import { getPet } from '../pets/get-pet.ts'
import { listPets } from '../pets/list-pets.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { isRefusal, type Outcome } from '../message/outcome.ts'
import { parseBody, readBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

/**
 * Carries out the operation of a request. An operation that is not safe, by the operation table, must run once per request:
 * never within a step of a store, which may run again.
 */
export function act(context: RequestContext, route: Route): Awaitable<Outcome> {
  const { state, request, now } = context
  const { choices } = state.settings
  switch (route.operation) {
    case 'listPets':
      return listPets(state.pets, request, choices)
    case 'getPet':
      return getPet(state.pets, route.petId, request.base, now, choices)
    case 'createPet':
      return withBody(context, (body) => createPet(state, body, request.base, now))
  }
}

/** Reads the body of a request and acts on its JSON value, or returns why the body is refused. */
function withBody(context: RequestContext, then: (body: unknown) => Awaitable<Outcome>): Awaitable<Outcome> {
  const { choices } = context.state.settings
  return andThen(readBody(context.request, choices), (text) => {
    if (typeof text !== 'string') return text
    context.body = text
    const body = parseBody(text, choices)
    return isRefusal(body) ? body : then(body.value)
  })
}
