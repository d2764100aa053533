// What the headers of a reply say of the limit, while what is served is right.
import {
  FIRST,
  LEFT,
  RESET,
  SECOND,
  type When,
  always,
  asError,
  both,
  keyOf,
  number,
  onHeader,
  onReply,
  refuses,
  withHeader,
} from './mutate.ts'
import { FORM, type Overlay, violation } from './service.ts'

const isHead: When = ({ method }, { status }) => method === 'HEAD' && status === 200
const refusesCreation: When = both(refuses, ({ operation }) => operation === 'createPet')

export const headers = [
  violation('LIMIT-1', 'HEAD has no X-RateLimit-Reset', onHeader(isHead, RESET, undefined)),
  violation('LIMIT-3', 'HEAD says that all is left', onHeader(isHead, LEFT, '60')),
  violation(
    'LIMIT-3',
    'Remaining is written with a fraction',
    onHeader(always, LEFT, (was) => `${was}.0`),
  ),
  violation(
    'LIMIT-11',
    'the second key is charged in its headers for the first',
    chargesInHeaders(SECOND, FIRST),
  ),
  violation(
    'LIMIT-11',
    'the first key is charged in its headers for the second',
    chargesInHeaders(FIRST, SECOND),
  ),
  violation(
    'LIMIT-3',
    'a refusal says that one is left',
    onHeader(refuses, LEFT, () => '1'),
  ),
  violation('LIMIT-7', 'creations over the limit are answered 503', onReply(refusesCreation, asError(503))),
  violation(
    'LIMIT-9',
    'refused creations may come again after a second, by their word',
    onHeader(refusesCreation, 'retry-after', () => '1'),
    FORM,
  ),
  violation(
    'LIMIT-4',
    'Reset is 12 s too early',
    onHeader(always, RESET, (reset) => String(Number(reset) - 12)),
  ),
]

/** Takes what a key is served from what is left to another one, by its headers alone. */
function chargesInHeaders(charged: string, user: string): Overlay {
  return (healthy) => {
    let spent = 0
    return async (request) => {
      const reply = await healthy(request)
      if (keyOf(request) === user && request.base === '/v1' && reply.status < 300) spent += 1
      if (keyOf(request) !== charged || reply.status === 401 || reply.status === 429) return reply
      return withHeader(reply, LEFT, String(Math.max(0, number(reply, LEFT) - spent)))
    }
  }
}
