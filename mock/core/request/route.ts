import type { Choices } from '../../../spec/choices.ts'
import { readingMethods } from '../../../spec/methods.ts'
import {
  documentedPaths,
  matchPath,
  pathOf,
  takesPetId,
  type OperationId,
  type PetOperationId,
} from '../../../spec/operations.ts'
import { didYouMean } from '../../../spec/wording.ts'
import { refusal, type Refusal, type Success } from '../message/outcome.ts'
import { percentDecode, type Request } from '../message/request.ts'

/** The operation of a request; `petId` as in the path, decoded. */
export type Route = {
  readonly [Id in OperationId]: Id extends PetOperationId
    ? { readonly operation: Id; readonly petId: string }
    : { readonly operation: Id }
}[OperationId]

/** Finds the operation (section Endpoints). */
export function findRoute(request: Request, choices: Choices): Route | Refusal {
  const { method, path, base } = request
  const match = base === '' ? undefined : matchPath(path)
  // Its target is not a path (RFC 9110 §9.3.6), so only the method is wrong.
  if (!match) return method === 'CONNECT' ? wrongMethod(request, choices) : unknownPath(request)
  const operation = match.operations.get(method)
  if (operation === undefined) return wrongMethod(request, choices)
  return takesPetId(operation) ? { operation, petId: percentDecode(match.petId) } : { operation }
}

/**
 * The reply to OPTIONS (RFC 9110 §9.3.7), which a browser sends before a request with a key. An unknown path gets it too: if
 * the preflight failed, the page could not read the 404 of its request.
 */
export function answerOptions({ path }: Request): Success {
  return {
    status: 204,
    json: '',
    headers: ['Allow', allowedMethods(path)],
    reason: { step: 'route', sentence: 'listed the allowed methods; this counts against no limit' },
  }
}

function allowedMethods(path: string): string {
  const methods = matchPath(path)?.operations.keys() ?? readingMethods
  return [...methods, 'OPTIONS'].join(', ')
}

function wrongMethod(request: Request, choices: Choices): Refusal {
  const { method, path } = request
  const asked = askedPath(request)
  const allowed = allowedMethods(path)
  const rule = 'method-not-allowed'
  const sentence = `the document has no ${method} for this path`
  switch (choices[rule]) {
    case '404':
      return refusal('method_not_found', `There is no ${method} ${asked}`, { step: 'route', rule, sentence })
    case '405': {
      const message = `${method} is not allowed on ${asked}: it answers ${allowed}`
      return refusal('method_not_allowed', message, { step: 'route', rule, sentence }, ['Allow', allowed])
    }
  }
}

function unknownPath(request: Request): Refusal {
  const { base, mount, noWorld } = request
  const home = base === '' ? `${mount}/v1` : base
  const asked = askedPath(request)
  const near = didYouMean(asked, [home + pathOf('listPets'), home + pathOf('getPet', 1)])
  const paths = ` The paths are ${documentedPaths.map(({ template }) => home + template).join(' and ')}`
  const message = (noWorld ?? `There is no ${asked.slice(0, 100)}.`) + (near || paths)
  return refusal('path_not_found', message, { step: 'route' })
}

/** The path of a request as its client has sent it. */
function askedPath({ path, base, mount }: Request): string {
  return base === '' ? mount + path : base + path
}
