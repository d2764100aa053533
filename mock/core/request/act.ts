import { createPet } from '../pets/create-pet.ts'
import { getPet } from '../pets/get-pet.ts'
import { listPets } from '../pets/list-pets.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { isRefusal, type Outcome } from '../message/outcome.ts'
import { parseBody, readBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

/** Carries out the operation that a request asks for, where that only reads; `undefined` for any other, which has a body. */
export function read(context: RequestContext, route: Route): Awaitable<Outcome> | undefined {
  const { state, request, now } = context
  const { choices } = state.settings
  switch (route.operation) {
    case 'listPets':
      return listPets(state.pets, request, choices)
    case 'getPet':
      return getPet(state.pets, route.petId, request.base, now, choices)
    case 'createPet':
      return undefined
  }
}

/** Carries out the operation of a request that brings a body. */
export function readAndCreate(context: RequestContext): Awaitable<Outcome> {
  const { state, request, now } = context
  const { choices } = state.settings
  return andThen(readBody(request, choices), (text) => {
    if (typeof text !== 'string') return text
    context.body = text
    const body = parseBody(text, choices)
    return isRefusal(body) ? body : createPet(state, body.value, request.base, now)
  })
}
