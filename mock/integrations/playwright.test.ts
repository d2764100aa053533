import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMock, type Mock } from '../index.ts'
import { ControlFailure, mockPetstore, petstore, type Routed, type ServedWorld } from './playwright.ts'

const baseUrl = 'https://api.example.com/v1'

/** A page without a browser, which sends no requests. */
const page: Routed = { route: () => Promise.resolve(), unrouteAll: () => Promise.resolve() }

async function start(): Promise<Mock> {
  const mock = await startMock({ port: 0, pets: 3 })
  onTestFinished(() => mock.stop())
  return mock
}

describe('a world of a mock on a server', () => {
  test('has the methods of docs/in-code.md, except those that docs/integrations.md names', async () => {
    const { origin } = await start()
    const world = await mockPetstore(page, { baseUrl, server: origin })
    const recipes = await readFile('docs/integrations.md', 'utf8')
    const [, lacking = ''] = /It lacks ([^]*?)\. /.exec(recipes) ?? []
    const named = (await tableOfMethods()).filter((name) => !lacking.includes(`\`${name}\``))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => memberOf(world, name) === undefined)).toEqual([])
  })

  test('reports on clients, and names the address that the page uses', async () => {
    const mock = await start()
    const world = await mockPetstore(page, { baseUrl: `${baseUrl}/`, server: mock.origin })
    const asked = { headers: { Authorization: 'Bearer free-demo-key' } }
    await (await fetch(`${mock.origin}/${world.name}/v1/pets`, asked)).text()
    expect(await world.report('free-demo-key')).toMatchObject({ requests: 1, refused: 0 })
    expect(world.baseUrl).toBe(baseUrl)
  })

  test('is removed after the test of a fixture, and at the end of await using', async () => {
    const { origin: server, worlds } = await start()
    const names = (): string[] => worlds.list().map(({ name }) => name)
    const before = names()
    const [lend] = petstore({ baseUrl, server }).petstore
    await lend({ context: page }, ({ name }: ServedWorld) => {
      expect(names()).toContain(name)
      return Promise.resolve()
    })
    {
      await using world = await mockPetstore(page, { baseUrl, server })
      expect(names()).toContain(world.name)
    }
    expect(names()).toEqual(before)
  })

  test.each(['127.0.0.1:4010', 'localhost:4010', ''])(
    'is refused where `server` is "%s", which is no address',
    async (server) => {
      await expect(mockPetstore(page, { baseUrl, server })).rejects.toThrow(
        'server must be an address such as http://127.0.0.1:4010',
      )
    },
  )

  test.each([
    ['http://127.0.0.1:4100', 'baseUrl must end with /v1: did you mean http://127.0.0.1:4100/v1?'],
    ['ftp://x/v1', 'baseUrl must be an address such as https://'],
    ['x:4100/v1', 'baseUrl must be an address such as https://x:4100/v1'],
  ])('is refused for pages at %s, as it is without a server, and none is created', async (given, refusal) => {
    const { origin: server, worlds } = await start()
    await expect(mockPetstore(page, { baseUrl: given, server })).rejects.toThrow(refusal)
    await expect(mockPetstore(page, { baseUrl: given })).rejects.toThrow(refusal)
    expect(worlds.list().filter(({ name }) => name.startsWith('page-'))).toEqual([])
  })

  test('is one of 100 at most: the refusal says which are of earlier tests', async () => {
    const { origin: server, worlds } = await start()
    while (worlds.list().length < 100) worlds.create(`w-${worlds.list().length}`)
    const refused = mockPetstore(page, { baseUrl, server })
    await expect(refused).rejects.toThrow(ControlFailure)
    await expect(refused).rejects.toThrow(
      'There are 100 worlds already: remove one first. mockPetstore made those named page-…, and each stays until its remove() is called',
    )
  })
})

/** The names in the first column of the table: `clock.set`, `report`, `baseUrl`, … */
async function tableOfMethods(): Promise<readonly string[]> {
  const text = await readFile('docs/in-code.md', 'utf8')
  const [table = ''] = /(?<=\| in code[^]*?\n)\|[^]*?(?=\n\n)/.exec(text) ?? []
  return table.split('\n').flatMap((row) => {
    const [, cell = ''] = row.split('|')
    let within = ''
    return [...cell.matchAll(/`(?:await )?(mock)?\.((?:\w+\.)?)(\w+)/g)].map(
      ([, mock, group = '', name = '']) => {
        if (mock !== undefined) within = group
        return within + name
      },
    )
  })
}

function memberOf(value: unknown, path: string): unknown {
  return path.split('.').reduce((found, name) => Reflect.get(Object(found), name) as unknown, value)
}
