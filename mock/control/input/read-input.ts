import type { Request } from 'express'
import { problemText, type Problem } from '../../../spec/index.ts'
import type { Operation, OperationId } from '../document.ts'
import type { Input } from '../handler.ts'
import { Refusal, type ControlErrorCode } from '../refusal.ts'
import { inputChecks } from './input-checks.ts'
import { parameterValues } from './parameter-values.ts'
import { readJson } from './read-json.ts'

/** Reads and checks what a request brings to an operation, or refuses it, naming every field that is wrong. */
export async function readInput<Id extends OperationId>(
  operation: Operation<Id>,
  request: Request,
): Promise<Input<Id> | Refusal> {
  const checks = await inputChecks(operation)
  const search = new URLSearchParams(request.url.slice(pathLength(request.url)))
  const twice = [...search.keys()].find((name) => search.getAll(name).length > 1)
  if (twice !== undefined) {
    return new Refusal('invalid_parameter', `${twice.slice(0, 60)} is given more than once`)
  }
  const path = parameterValues(operation, 'path', Object.entries(request.params as Record<string, string>))
  const query = parameterValues(operation, 'query', search)
  const wrong = refusal('invalid_parameter', 'It', [...checks.path(path), ...checks.query(query)])
  if (wrong) return wrong

  const body = await readJson(request)
  if (body instanceof Refusal) return body
  if (!body && operation.body) return new Refusal('invalid_body', 'A body is required: a JSON object')
  const wrongBody = body && refusal('invalid_body', 'The body', checks.body(body.value))
  // The checks are the proof of the shape.
  return wrongBody ?? ({ path, query, body: body?.value } as Input<Id>)
}

function pathLength(url: string): number {
  const mark = url.indexOf('?')
  return mark === -1 ? url.length : mark + 1
}

const MOST_TOLD = 5

function refusal(code: ControlErrorCode, whole: string, problems: readonly Problem[]): Refusal | undefined {
  if (problems.length === 0) return undefined
  const told = new Set(problems.slice(0, MOST_TOLD).map((problem) => sentence(problem, whole)))
  return new Refusal(code, [...told].join('; ').replaceAll('?; ', '? '))
}

function sentence(problem: Problem, whole: string): string {
  const { path, message, hint = '' } = problem
  return problemText({ path: path.slice(0, 100), message }, whole) + (hint === '' ? '' : `.${hint}`)
}
