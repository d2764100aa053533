import { ControlClient } from '../../mock/client/control-client.ts'
import { ControlFailure } from '../../mock/client/control-failure.ts'
import type { Fetch } from '../../mock/client/operation.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'

/** The mock that a scenario plays on: its control API, and which of its worlds it is. */
export interface DemoMock extends AsyncDisposable {
  readonly control: ControlClient
  readonly world: string
}

/** The world that a base address is of, or a mock that is started for the scenario and stopped with it. */
export async function openDemoMock(
  baseUrl: string | undefined,
  environment: Pick<Environment, 'fetch' | 'launch'>,
): Promise<DemoMock> {
  return baseUrl === undefined ? ownMock(environment.fetch) : theirMock(parseBaseUrl(baseUrl), environment)
}

async function ownMock(fetch: Fetch): Promise<DemoMock> {
  const { startMock } = await import('../../mock/index.ts')
  const mock = await startMock({ port: 0 })
  return {
    control: new ControlClient(`${mock.origin}/_mock`, fetch),
    world: mock.world.name,
    [Symbol.asyncDispose]: () => mock.stop(),
  }
}

/** A base address ends with `/v1` or `/{world}/v1`, behind whatever the mock is mounted at: the mock knows which. */
async function theirMock(
  baseUrl: string,
  { fetch, launch }: Pick<Environment, 'fetch' | 'launch'>,
): Promise<DemoMock> {
  const { origin, pathname } = new URL(baseUrl)
  const parts = pathname.split('/').slice(0, -1)
  for (const mount of [parts, parts.slice(0, -1)]) {
    const address = `${origin}${mount.join('/')}/_mock`
    const world = (await worldsAt(address, fetch)).find(({ basePath }) => basePath === pathname)
    if (world) {
      const control = new ControlClient(address, fetch)
      return { control, world: world.name, [Symbol.asyncDispose]: () => Promise.resolve() }
    }
  }
  throw new CommandError(
    `${baseUrl} is no base address of a mock that this machine may control: start one with ${launch('mock')}, or leave the address out`,
  )
}

type ListedWorlds = Awaited<ReturnType<typeof listWorlds>>

const PATIENCE_MS = 5000

/** The worlds that a control API lists; none where there is no control API, or one that does not let us in. */
async function worldsAt(address: string, fetch: Fetch): Promise<ListedWorlds> {
  try {
    const worlds = await listWorlds(address, fetch)
    // Whatever else answers there may send JSON of another shape.
    return Array.isArray(worlds) ? worlds : []
  } catch (error) {
    if (!(error instanceof ControlFailure)) throw error
    if (error.status !== 0) return []
    throw new CommandError(`Nothing answers at ${new URL(address).origin}: does the mock run there?`, {
      cause: error,
    })
  }
}

function listWorlds(address: string, fetch: Fetch) {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return new ControlClient(address, (url, init) => fetch(url, { ...init, signal })).request('listWorlds')
}
