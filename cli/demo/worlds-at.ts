import { CommandError } from '../environment/command-error.ts'

/** A world as a control API lists it. */
export interface ListedWorld {
  readonly name: string
  readonly basePath: string
}

const PATIENCE_MS = 5000

/** The worlds that a control API lists; none where there is no control API, or one that does not let us in. */
export async function worldsAt(control: string): Promise<readonly ListedWorld[]> {
  const reply = await fetch(`${control}/worlds`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (cause: unknown) => {
      throw new CommandError(`Nothing answers at ${new URL(control).origin}: does the mock run there?`, {
        cause,
      })
    },
  )
  const worlds: unknown = await reply.json().catch(() => undefined)
  return Array.isArray(worlds) ? worlds.filter(isWorld) : []
}

function isWorld(value: unknown): value is ListedWorld {
  if (typeof value !== 'object' || value === null) return false
  const { name, basePath }: { readonly [Name in keyof ListedWorld]?: unknown } = value
  return typeof name === 'string' && typeof basePath === 'string'
}
