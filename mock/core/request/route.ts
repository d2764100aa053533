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

/** An operation that a request asks for; `petId` as it stood in the path, decoded. */
export type Route = {
  readonly [Id in OperationId]: Id extends PetOperationId
    ? { readonly operation: Id; readonly petId: string }
    : { readonly operation: Id }
}[OperationId]

/** Finds the operation (section Endpoints). */
export function findRoute(request: Request, choices: Choices): Route | Refusal {
  const { method, path, base } = request
  const match = base === '' ? undefined : matchPath(path)
  // Its target is no path (RFC 9110 §9.3.6), so that the method alone is wrong.
  if (!match) return method === 'CONNECT' ? wrongMethod(request, choices) : unknownPath(request)
  const operation = match.operations.get(method)
  if (operation === undefined) return wrongMethod(request, choices)
  return takesPetId(operation) ? { operation, petId: percentDecode(match.petId) } : { operation }
}

/**
 * The reply to OPTIONS (RFC 9110 §9.3.7), which a browser sends before it lets a page send a key. A path that is
 * not found is answered too: a preflight that failed would hide the 404 of the real request from the page.
 */
export function optionsOf({ path }: Request): Success {
  return {
    status: 204,
    json: '',
    headers: ['Allow', allowedMethods(path)],
    reason: { step: 'route', sentence: 'told which methods are allowed, uncounted' },
  }
}

function allowedMethods(path: string): string {
  const methods = matchPath(path)?.operations.keys() ?? readingMethods
  return [...methods, 'OPTIONS'].join(', ')
}

function wrongMethod({ method, path }: Request, choices: Choices): Refusal {
  const allowed = allowedMethods(path)
  const rule = 'method-not-allowed'
  const sentence = `the document has no ${method} for this path`
  switch (choices[rule]) {
    case '404':
      return refusal('method_not_found', `There is no ${method} ${path}`, { step: 'route', rule, sentence })
    case '405': {
      const message = `${method} is not allowed on ${path}: it answers ${allowed}`
      return refusal('method_not_allowed', message, { step: 'route', rule, sentence }, ['Allow', allowed])
    }
  }
}

function unknownPath({ path, base, mount }: Request): Refusal {
  const home = base === '' ? `${mount}/v1` : base
  const asked = base === '' ? mount + path : base + path
  const near = didYouMean(asked, [home + pathOf('listPets'), home + pathOf('getPet', 1)])
  const known = ` The paths are ${documentedPaths.map(({ template }) => home + template).join(' and ')}`
  const message = `There is no ${asked.slice(0, 100)}.${near === '' ? known : near}`
  return refusal('path_not_found', message, { step: 'route' })
}
