import { operations } from './generated/operations.ts'
import { readingMethods } from './methods.ts'

// The operation table: what openapi.yaml says of each operation. `npm run generate` writes it. Whatever depends on an
// operation reads it here; nothing else decides by a request's method, and a test forbids that.
export { operations }

export type OperationId = keyof typeof operations
export type PathTemplate = (typeof operations)[OperationId]['path']

/** An operation whose path holds the parameter `petId`. */
export type PetOperationId = {
  [Id in OperationId]: (typeof operations)[Id]['path'] extends `${string}{petId}` ? Id : never
}[OperationId]

/** The operations of the document, in its order. */
export const operationIds = Object.keys(operations) as readonly OperationId[]

/** The bounds of listPets' `limit`, and the limit where a request names none. */
export const limitBounds = operations.listPets.query.limit

export const petStatuses = operations.listPets.query.status.values

/** The day from which getPet is removed (section Versioning), in Unix milliseconds. */
export const REMOVAL_OF_GET_PET = Date.parse(operations.getPet.sunset)

/** A path that the document names, and what can be asked there. */
export interface DocumentedPath {
  readonly template: PathTemplate
  /** By method, in alphabetical order. HEAD is GET without a body (RFC 9110 §9.3.2), so it asks for the same one. */
  readonly operations: ReadonlyMap<string, OperationId>
}

export const documentedPaths: readonly DocumentedPath[] = [
  ...new Set(operationIds.map((id) => operations[id].path)),
].map((template) => ({ template, operations: operationsAt(template) }))

function operationsAt(template: PathTemplate): ReadonlyMap<string, OperationId> {
  const own = operationIds.filter((id) => operations[id].path === template)
  const byMethod = own.flatMap((id): [method: string, id: OperationId][] => {
    const { method } = operations[id]
    const methods = method === 'GET' ? readingMethods : [method]
    return methods.map((one) => [one, id])
  })
  return new Map(byMethod.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The path of a base address, or its host and path, that is meant by another one: up to its last version, which is 1. */
export function withVersion(path: string): string {
  // Whoever copies the address of a list or of a pet has the base address in it; that of the control room stands beside it.
  return `${path.replace(/^(.*)\/v\d+(\/.*)?$|\/_mock(?:\/.*)?$|\/+$/i, '$1')}/v1`
}

type MatchedPath = DocumentedPath & { readonly petId: string }

// Every request to the mock is looked up here, most of them for a path that holds no petId.
const plainPaths = new Map<string, MatchedPath>(
  documentedPaths
    .filter(({ template }) => !template.includes('{petId}'))
    .map((documented) => [documented.template, { ...documented, petId: '' }]),
)

const patterns = documentedPaths
  .filter(({ template }) => !plainPaths.has(template))
  .map((documented) => ({
    documented,
    pattern: new RegExp(`^${documented.template.replace('{petId}', '([^/]+)')}$`),
  }))

/** The documented path that a path below the base address fits, and the `petId` that it holds, as it stands there. */
export function matchPath(path: string): MatchedPath | undefined {
  const plain = plainPaths.get(path)
  if (plain) return plain
  for (const { pattern, documented } of patterns) {
    const petId = pattern.exec(path)?.[1]
    if (petId !== undefined)
      return { template: documented.template, operations: documented.operations, petId }
  }
  return undefined
}

/** The operation that a request asks for, if any; its path begins below the base address, and may have a query. */
export function operationOf(method: string, path: string): OperationId | undefined {
  const [withoutQuery = ''] = path.split('?', 1)
  return matchPath(withoutQuery)?.operations.get(method)
}

/** Whether an operation changes nothing, so that it may be carried out again, and under --read-only. */
export function isSafe(id: OperationId): boolean {
  return operations[id].safe
}

/** Whether a request may change what the service stores; its path begins below the base address, and may have a query. */
export function mayChangePets(method: string, path: string): boolean {
  const id = operationOf(method, path)
  return id !== undefined && !isSafe(id)
}

/** Whether a request may add a pet, by the status of its success; the path as above. */
export function mayAddPet(method: string, path: string): boolean {
  const id = operationOf(method, path)
  return id !== undefined && successOf(id).status === CREATED
}

const CREATED = 201

/** Methods by which an operation is sent a body. */
export const methodsWithBody: ReadonlySet<string> = new Set(
  operationIds.filter((id) => operations[id].takesBody).map((id) => operations[id].method),
)

/** Whether an operation is about one pet, which its path names. */
export function takesPetId(id: OperationId): id is PetOperationId {
  return operations[id].path.endsWith('{petId}')
}

/** What an operation answers when it succeeds; `schema` is the name of its body's schema, null where it has no body. */
export function successOf(id: OperationId): { readonly status: number; readonly schema: string | null } {
  return operations[id].success
}

/** The statuses by which a request is served. */
export const successStatuses: ReadonlySet<number> = new Set(operationIds.map((id) => successOf(id).status))

/** The path of an operation below the base address. A `petId` is written into it as it is given, not encoded. */
export function pathOf(id: Exclude<OperationId, PetOperationId>): string
export function pathOf(id: PetOperationId, petId: number | bigint | string): string
export function pathOf(id: OperationId, petId: number | bigint | string = ''): string {
  return operations[id].path.replace('{petId}', () => String(petId))
}
