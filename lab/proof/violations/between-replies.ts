import { asError, counts, FIRST, keyOf, LEFT, onHeader, RESET } from './mutate.ts'
import { type Overlay, type Service, type ServiceRequest, violation } from './service.ts'

// Each reply is lawful by itself; it contradicts another one, which was sent for something else.

const now =
  (
    change: (was: number, at: number) => number,
    header: string,
    which: (request: ServiceRequest) => boolean,
  ): Overlay =>
  (healthy) => {
    let at = 0
    const changed = onHeader(
      (request, reply) => counts(request, reply) && reply.status < 400 && which(request),
      header,
      (was) => String(change(Number(was), (at += 1))),
    )
    return changed(healthy)
  }

const all = (): boolean => true

export const betweenReplies = [
  violation(
    'LIMIT-4',
    'Reset moves twenty seconds back and forth',
    now((was, at) => was + (at % 2) * 20, RESET, all),
  ),
  violation(
    'LIMIT-4',
    'Reset of reads is ten seconds late',
    now(
      (was) => was + 10,
      RESET,
      ({ operation }) => operation === 'getPet',
    ),
  ),
  violation(
    'LIMIT-3',
    'creations do not show what they cost',
    now(
      (was) => was + 1,
      LEFT,
      ({ operation }) => operation === 'createPet',
    ),
  ),
  violation('AUTH-1', 'a key is denied now and then', (healthy: Service) => {
    let at = 0
    return async (request) => {
      const reply = await healthy(request)
      const isOfFirst = request.operation === 'listPets' && keyOf(request) === FIRST
      if (reply.status !== 200 || !isOfFirst) return reply
      at += 1
      return at % 17 === 0 ? asError(401)(reply) : reply
    }
  }),
]
