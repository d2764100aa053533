import { createPet } from '../pets/create-pet.ts'
import { getPet } from '../pets/get-pet.ts'
import { listPets } from '../pets/list-pets.ts'
import { isRefusal, type Outcome } from '../message/outcome.ts'
import { parseBody, readBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

/** Carries out the operation that a request asks for. */
export function act(context: RequestContext, route: Route): Outcome | Promise<Outcome> {
  const { state, request, now } = context
  const { choices } = state.settings
  switch (route.operation) {
    case 'listPets':
      return listPets(state.pets, request, choices)
    case 'getPet':
      return getPet(state.pets, route.petId, request.base, now, choices)
    case 'createPet':
      return readAndCreate(context)
  }
}

async function readAndCreate(context: RequestContext): Promise<Outcome> {
  const { state, request, now } = context
  const { choices } = state.settings
  const text = await readBody(request, choices)
  if (typeof text !== 'string') return text
  context.body = text
  const body = parseBody(text, choices)
  return isRefusal(body) ? body : createPet(state, body.value, request.base, now)
}
