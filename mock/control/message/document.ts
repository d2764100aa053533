import type { operations } from '../../client/generated/wire.ts'
import { controlOpenapi } from '../generated/openapi.ts'

/** The operations of the control API, by their operationIds. */
export type OperationId = keyof operations

export const methods = ['get', 'put', 'post', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

/** A parameter of the document. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: object
}

/** An operation of the document, for the router, the input checks and the index. */
export interface Operation<Id extends OperationId = OperationId> {
  readonly id: Id
  readonly method: Method
  /** With parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly takesBody: boolean
}

interface OperationObject {
  readonly operationId: OperationId
  readonly summary: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: object
}

interface Reference {
  readonly $ref: string
}

type PathItem = Readonly<Partial<Record<Method, OperationObject>>> & Pick<OperationObject, 'parameters'>

const paths: Readonly<Record<string, PathItem>> = controlOpenapi.paths
const shared: Readonly<Record<string, Parameter>> = controlOpenapi.components.parameters

/** All operations, in the order of the document. */
export const documented: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [toOperation(path, method, operation, item.parameters)] : []
  }),
)

function toOperation(
  path: string,
  method: Method,
  { operationId, summary, parameters = [], requestBody }: OperationObject,
  common: PathItem['parameters'] = [],
): Operation {
  return {
    id: operationId,
    method,
    path,
    summary,
    parameters: [...common, ...parameters].map(resolve),
    takesBody: requestBody !== undefined,
  }
}

function resolve(parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter
  const name = parameter.$ref.split('/').at(-1) ?? ''
  const found = shared[name]
  if (!found) throw new RangeError(`no parameter ${parameter.$ref}`)
  return found
}
