import { parseBaseUrl } from '../contract/preconditions.ts'
import { CommandError } from '../environment/command-error.ts'
import { worldsAt } from './worlds-at.ts'

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
