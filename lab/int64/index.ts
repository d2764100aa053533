// Tries the recipes of docs/int64.md with generated clients: each adds a pet with the largest int64, and reads it back.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { startMock } from '../../mock/index.ts'
import { openapi } from '../../spec/generated/openapi.ts'

/** A generated client with its recipe. */
interface Client {
  add(pet: { name: string; categoryId: number | bigint }): Promise<{ id: bigint; categoryId: bigint }>
  get(id: bigint): Promise<unknown>
}

type Create = (baseUrl: string, headers: Readonly<Record<string, string>>) => Promise<Client>

const MAX_INT64 = 2n ** 63n - 1n
const here = import.meta.dirname
const made = join(here, 'made')
const document = join(here, '../../spec/openapi.yaml')

await rm(made, { recursive: true, force: true })
await mkdir(made)
const page = await readFile(join(here, '../../docs/int64.md'), 'utf8')
const [exactJson = '', toJson = '', mutator = ''] = page.match(/(?<=```js\n)[^]*?(?=```)/g) ?? []
await writeFile(join(made, 'exact-json.js'), exactJson)
await writeFile(join(made, 'to-json.js'), toJson)
await writeFile(join(made, 'mutator.js'), `import { parseIfJson } from './exact-json.js'\n${mutator}`)
await writeFile(join(made, 'definition.js'), `export const definition = ${JSON.stringify(openapi)}`)
await generate()

await using mock = await startMock({
  port: 0,
  choices: { 'id-numbering': 'beyond-2-53', 'body-of-429': 'empty' },
})
const vite = await createServer({
  root: here,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, ws: false },
})
try {
  const { clients } = (await vite.ssrLoadModule('/clients.mjs')) as {
    clients: Readonly<Record<string, Create>>
  }
  for (const [name, create] of Object.entries(clients)) {
    const lost = await whatIsLost(create).catch((error: unknown) => String(error))
    console.log(lost === undefined ? `✓ ${name}` : `✗ ${name}: ${lost}`)
    if (lost !== undefined) process.exitCode = 1
  }
} finally {
  await vite.close()
}

async function whatIsLost(create: Create): Promise<string | undefined> {
  const client = await create(mock.baseUrl, { Authorization: 'Bearer pro-demo-key' })
  const added = await client.add({ name: 'Rex', categoryId: MAX_INT64 })
  const found = await client.get(added.id)
  const [wanted, got] = [added, found].map((pet) =>
    JSON.stringify(pet, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
  )
  if (added.categoryId !== MAX_INT64 || typeof added.id !== 'bigint') return `added ${wanted}`
  if (wanted !== got) return `added ${wanted}, found ${got}`
  return whatIsLostOf429(client, added.id)
}

/** The error of a client whose recipe fails at a 429 without a body, instead of passing it on. */
async function whatIsLostOf429(client: Client, id: bigint): Promise<string | undefined> {
  mock.keys.setRemaining('pro-demo-key', { minute: 0 })
  const error = await client.get(id).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  mock.reset()
  return error instanceof SyntaxError ? `at an empty 429: ${error.message}` : undefined
}

async function generate(): Promise<void> {
  const input = ['-i', document]
  for (const client of ['fetch', 'axios']) {
    run(
      '@hey-api/openapi-ts/bin/run.js',
      ...input,
      '-o',
      `made/hey-${client}`,
      '-c',
      `@hey-api/client-${client}`,
    )
    const flags = client === 'axios' ? ['--axios'] : []
    run(
      'swagger-typescript-api/dist/cli.mjs',
      'generate',
      '-p',
      document,
      '-o',
      'made',
      '-n',
      `sta-${client}.ts`,
      ...flags,
    )
  }
  run('openapi-typescript-codegen/bin/index.js', '--input', document, '--output', 'made/codegen-fetch')
  const override = { mutator: { path: './mutator.js', name: 'exact' } }
  const outputs = {
    fetch: { target: './orval-fetch.ts', client: 'fetch', override },
    axios: { target: './orval-axios.ts', client: 'axios' },
  }
  const config = Object.entries(outputs).map(([name, output]) => [name, { input: document, output }])
  await writeFile(
    join(here, 'made/orval.config.mjs'),
    `export default ${JSON.stringify(Object.fromEntries(config))}`,
  )
  run('orval/dist/bin/orval.mjs', '--config', 'made/orval.config.mjs')
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(process.execPath, [join('node_modules', program), ...args], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
