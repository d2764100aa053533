import type { Operation, Parameter } from '../document.ts'

const WHOLE_NUMBER = /^-?\d{1,15}$/

/** Parameters as they came, with whole numbers where the document asks for such; the check judges the rest. */
export function parameterValues(
  { parameters }: Operation,
  place: Parameter['in'],
  texts: Iterable<readonly [name: string, text: string]>,
): Readonly<Record<string, unknown>> {
  const numeric = parameters.filter((parameter) => parameter.in === place && isNumeric(parameter))
  const names = new Set(numeric.map(({ name }) => name))
  const values = Array.from(texts, ([name, text]) => [
    name,
    names.has(name) && WHOLE_NUMBER.test(text) ? Number(text) : text,
  ])
  return Object.fromEntries(values) as Record<string, unknown>
}

function isNumeric({ schema }: Parameter): boolean {
  return 'type' in schema && schema.type === 'integer'
}
