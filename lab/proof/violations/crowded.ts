// What a service adds without a word of it, where it has more pets than the longest page holds and shows no way to the next.
import { withSpare } from './mutate.ts'
import { type Overlay, violation } from './service.ts'

const CROWDED = { mock: { pets: 150 } }
// No list of a status is whole either: only a read shows the pet.
const MORE_CROWDED = { mock: { pets: 1000 } }

/** Adds the pet of a creation that is answered with a status, under its name and status. */
const stores =
  (refusal: number): Overlay =>
  (healthy) =>
  async (request) => {
    const reply = await healthy(request)
    const { operation, body = '' } = request
    const [name] = /contract[\w-]*/.exec(body) ?? []
    if (operation !== 'createPet' || reply.status !== refusal || name === undefined) return reply
    const [, status] = /"status":"(available|pending|sold)"/.exec(body) ?? []
    await healthy(withSpare({ ...request, body: JSON.stringify({ name, categoryId: 1, status }) }))
    return reply
  }

export const crowded = [
  violation('CREATE-6', 'what is refused is stored, among 150 pets', stores(400), CROWDED),
  violation('CREATE-6', 'what is refused is stored, among 1,000 pets', stores(400), MORE_CROWDED),
  violation('AUTH-5', 'what is unauthorized is stored, among 150 pets', stores(401), CROWDED),
  violation('LIMIT-7', 'what is over the limit is stored, among 150 pets', stores(429), CROWDED),
]
