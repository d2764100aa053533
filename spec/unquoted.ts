import type { ClauseId } from './clauses.ts'
import { plans } from './plans.ts'
import { figure } from './wording.ts'

/** Why no clause quotes a statement of the document: clauses that say the same in other words of it, or a reason. */
export type Excuse = readonly [ClauseId, ...ClauseId[]] | string

/** Each row, item and sentence of the document that neither a clause nor an open point quotes. */
export const unquoted: Readonly<Record<string, Excuse>> = {
  'This document covers the whole service: the animal (pet) resource, its three operations, authentication, errors, limits and versioning.':
    'It describes the document, not the service.',
  'It is the only document.': 'It describes the document, not the service.',
  'The service is a pet store over HTTP with JSON bodies.': ['BASE-3'],
  'Base address: {base_url}.': ['BASE-1'],
  'All requests carry bearer authentication (see Authentication).': ['AUTH-1', 'AUTH-2'],
  'One operation, get an animal by ID, is deprecated (see Versioning).': ['DEPRECATION-1'],
  '| available |': ['PET-5', 'CREATE-7', 'LIST-5'],
  '| pending |': ['PET-5', 'CREATE-7', 'LIST-5'],
  '| sold |': ['PET-5', 'CREATE-7', 'LIST-5'],
  'A list of animals is a JSON array of Pet.': ['LIST-1'],
  '| code | string | yes | Machine-readable error code |': ['ERROR-1'],
  '| message | string | yes | Human-readable description |': ['ERROR-1'],
  '| status | integer | yes | The HTTP status code of the response |': ['ERROR-1', 'ERROR-2'],
  'The only state-like field is `status` of an animal, with values `available`, `pending`, `sold`.': [
    'PET-5',
  ],
  'The list operation filters by status.': ['LIST-5'],
  'All endpoints require the bearer credential.': ['AUTH-2', 'AUTH-3'],
  'Responses with status 401 carry an Error body.': ['AUTH-2', 'AUTH-3'],
  'Lists animals.': ['LIST-1'],
  'Query parameters:': 'It announces a table.',
  'Responses:': 'It announces a table.',
  '| 401 | Error (missing or invalid API key) |': ['AUTH-2', 'AUTH-3'],
  'Adds an animal.': ['CREATE-1'],
  '| 401 | Error | Missing or invalid API key |': ['AUTH-2', 'AUTH-3'],
  'Returns one animal.': ['GET-1'],
  'Repeated requests after a 429 may lead to a temporary ban of the API key (see Limits).': ['LIMIT-12'],
  '| 400 | POST /pets | Required fields missing or values invalid |': ['CREATE-3', 'CREATE-4'],
  '| 401 | all operations | Missing or invalid API key |': ['AUTH-2', 'AUTH-3'],
  '| 404 | GET /pets/{petId} | Animal not found |': ['GET-2'],
  '| 429 | all operations | Rate limit exceeded (see Limits) |': ['LIMIT-7'],
  '`limit` on GET /pets: minimum 1, maximum 100, default 20.': ['LIST-3', 'LIST-4'],
  ...planRows(),
}

/** The rows of the table of plans. */
function planRows(): Readonly<Record<string, Excuse>> {
  const shown = (limit: number | 'custom'): string => (limit === 'custom' ? limit : figure(limit))
  const rows = plans.map((plan) => `| ${plan.name} | ${shown(plan.perMinute)} | ${shown(plan.perDay)} |`)
  return Object.fromEntries(rows.map((row) => [row, ['LIMIT-2', 'LIMIT-5', 'LIMIT-6'] as const]))
}
