import type { NewPet } from '../../../spec/index.ts'
import { isRefusal, refuse, type Outcome } from '../message/outcome.ts'
import { deprecationHeaders, getPet } from '../pets/get-pet.ts'
import { listPets } from '../pets/list-pets.ts'
import { petJson, storePet } from '../pets/pet-store.ts'
import { loadNewPetCheck, readNewPet } from '../pets/read-new-pet.ts'
import type { WorldState } from '../world/world-state.ts'
import { parseBody, readBody } from './read-body.ts'
import type { Visit } from './request-context.ts'
import type { Route } from './route.ts'

/** Carries out the operation that a request asked for. */
export function act(visit: Visit, route: Route): Outcome | Promise<Outcome> {
  const { state, request, now } = visit
  const { choices } = state.settings
  switch (route.operation) {
    case 'listPets':
      return listPets(state.pets, request, choices)
    case 'getPet': {
      const outcome = getPet(state.pets, route.petId, now, choices)
      if (choices['deprecation-headers'] === 'none') return outcome
      return { ...outcome, headers: [...(outcome.headers ?? []), ...deprecationHeaders(request.base)] }
    }
    case 'createPet':
      return createPet(visit)
  }
}

/** POST /pets: reads the body and adds the pet (section Endpoints). */
async function createPet(visit: Visit): Promise<Outcome> {
  const { state, request, now } = visit
  const { settings } = state
  const text = await readBody(request, settings.choices)
  if (typeof text !== 'string') return text
  visit.body = text
  const body = parseBody(text, settings.choices)
  if (isRefusal(body)) return body
  const fields = readNewPet(body.value, {
    check: await loadNewPetCheck(),
    settings,
    isKnownCategory: (categoryId: NewPet['categoryId']) => isKnownCategory(state, categoryId),
  })
  if (isRefusal(fields)) return fields
  const pet = storePet(state.numbering.assign(settings.choices['id-numbering']), fields, now)
  if (!state.pets.add(pet)) {
    return refuse('storage_full', 'No more pets can be kept: reset the world', { step: 'act' })
  }
  const location = `${request.base}/pets/${pet.id}`
  return {
    status: 201,
    json: petJson(pet, settings.choices),
    reason: { step: 'act', rule: 'CREATE-1', sentence: `added pet ${pet.id}` },
    ...(settings.choices['location-on-201'] === 'yes' && { headers: ['Location', location] }),
  }
}

function isKnownCategory({ categories }: WorldState, categoryId: NewPet['categoryId']): boolean {
  return categories.size === 0 || categories.has(categoryId.toString())
}
