// What shows in lists only as long as a service has few pets.
import { filtersAfterTheCut } from './filter.ts'
import { limited } from './list.ts'
import { asError, asks, both, lists, onReply } from './mutate.ts'
import { violation } from './service.ts'

const FEW = { mock: { pets: 6 } }

export const fewPets = [
  violation(
    'LIST-2',
    'a page is cut at 20, which only new pets reach',
    limited((limit) => Math.min(20, limit)),
    FEW,
  ),
  violation('LIST-5', 'the filter works on the page that was cut, among 6 pets', filtersAfterTheCut, FEW),
  violation(
    'LIST-1',
    'a list of a status that no pet has is answered 404',
    onReply(
      both(lists, asks(/status=/), (_request, { body }) => body === '[]'),
      asError(404),
    ),
    { mock: { pets: 1 } },
  ),
]
