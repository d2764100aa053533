// Imported first where the package begins: an older Node would fail later, and with what is missing in place of the reason.

/** The part of a runtime's globals that says what it is. */
interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/**
 * Why the package does not run here; `undefined` where it does. Of the runtimes that report a version of Node, only Node itself is
 * refused: Deno, Bun and others have what it takes.
 */
export function nodeProblem({ process }: Runtime): string | undefined {
  const versions = process?.versions ?? {}
  const node = versions['node']
  const isOther = versions['v8'] === undefined || 'deno' in versions || 'bun' in versions
  if (node === undefined || isOther) return undefined
  const [major = 0, minor = 0] = node.split('.').map(Number)
  // As package.json says.
  if (major > 22 || (major === 22 && minor >= 15)) return undefined
  return `petstore-mock needs Node 22.15 or later; this is v${node}`
}

const problem = nodeProblem(globalThis)
if (problem !== undefined) throw new Error(problem)
