import type { PrismOperation } from './prism.ts'

/** The operation that a request is, if the document names one; the path is without a query. */
export function findOperation(
  operations: readonly PrismOperation[],
  method: string,
  path: string,
): PrismOperation | undefined {
  // Prism's own router takes an empty segment for a parameter, and would call `/pets/` a pet.
  return operations.find(
    (operation) => operation.method === method.toLowerCase() && matches(operation.path, path),
  )
}

function matches(template: string, path: string): boolean {
  const segments = path.split('/')
  const expected = template.split('/')
  return (
    segments.length === expected.length &&
    expected.every((name, at) => (name.startsWith('{') ? segments[at] !== '' : segments[at] === name))
  )
}
