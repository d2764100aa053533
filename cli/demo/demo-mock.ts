import { CommandError } from '../environment/command-error.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'

/** The mock that a scenario plays on: where its control API is, and which of its worlds it is. */
export interface DemoMock extends AsyncDisposable {
  readonly control: string
  readonly world: string
}

/** The world that a base address is of, or a mock that is started for the scenario and stopped with it. */
export async function openDemoMock(baseUrl: string | undefined): Promise<DemoMock> {
  return baseUrl === undefined ? ownMock() : theirMock(parseBaseUrl(baseUrl))
}

async function ownMock(): Promise<DemoMock> {
  const { startMock } = await import('../../mock/index.ts')
  const mock = await startMock({ port: 0 })
  return {
    control: `${mock.origin}/_mock`,
    world: mock.world.name,
    [Symbol.asyncDispose]: () => mock.stop(),
  }
}

/** A base address ends with `/v1` or `/{world}/v1`, behind whatever the mock is mounted at: the mock knows which. */
async function theirMock(baseUrl: string): Promise<DemoMock> {
  const { origin, pathname } = new URL(baseUrl)
  const parts = pathname.split('/').slice(0, -1)
  for (const mount of [parts, parts.slice(0, -1)]) {
    const control = `${origin}${mount.join('/')}/_mock`
    const world = (await worldsAt(control)).find(({ basePath }) => basePath === pathname)
    if (world) return { control, world: world.name, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  throw new CommandError(
    `${baseUrl} is no base address of a mock that this machine may control: start one with petstore mock, or leave the address out`,
  )
}

/** A world as a control API lists it. */
interface ListedWorld {
  readonly name: string
  readonly basePath: string
}

const PATIENCE_MS = 5000

/** The worlds that a control API lists; none where there is no control API, or one that does not let us in. */
async function worldsAt(control: string): Promise<readonly ListedWorld[]> {
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
