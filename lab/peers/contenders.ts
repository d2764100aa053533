import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, parseDocument, stringify } from 'yaml'

/** The port that a mock listens on, and the folder for its files. */
export interface Place {
  readonly port: number
  readonly folder: string
}

/** A mock that others have written: its name, its version and how it is started. */
export interface Contender {
  readonly id: string
  readonly name: string
  readonly version: string
  /** Whether the replay may get another answer than the run, so that either of them may prove a claim. */
  readonly acceptsReported?: boolean
  /** Writes what it needs into the folder. Resolves with the command that serves `/v1` at the port, to be run in that folder. */
  prepare(place: Place): Promise<readonly string[]>
}

const here = import.meta.dirname
const spec = join(here, '../../spec/openapi.yaml')

/** All mocks that can run here; `missing` names those that need Java if there is none. */
export function contenders(): { readonly all: readonly Contender[]; readonly missing: readonly string[] } {
  const java = javaVersion()
  const ofNode = nodeMocks.map(({ version, ...rest }) => ({ ...rest, version: readVersions(version) }))
  const ofJava = javaMocks.map(({ version, ...rest }) => ({
    ...rest,
    version: `${readVersions(version)}, Java ${java ?? ''}`,
  }))
  if (java !== undefined) return { all: [...ofNode, ...ofJava], missing: [] }
  return { all: ofNode, missing: ofJava.map(({ name }) => name) }
}

const nodeMocks: readonly Contender[] = [
  {
    id: 'prism-static',
    name: 'Prism, static',
    version: '@stoplight/prism-cli',
    prepare: async (place) => prism(place),
  },
  {
    id: 'prism-dynamic',
    name: 'Prism, dynamic',
    version: '@stoplight/prism-cli',
    prepare: async (place) => [...(await prism(place)), '--dynamic', '--seed', '1'],
  },
  {
    id: 'mockoon',
    name: 'Mockoon',
    acceptsReported: true,
    version: '@mockoon/cli',
    prepare: async (place) => [
      ...program('@mockoon/cli/bin/run.js'),
      ...[
        'start',
        '--data',
        await writeDocument(place),
        '--port',
        `${place.port}`,
        '--hostname',
        '127.0.0.1',
      ],
      ...['--disable-log-to-file', '--disable-admin-api', '--faker-seed', '1'],
    ],
  },
  {
    id: 'scalar',
    name: 'Scalar',
    version: '@scalar/mock-server',
    prepare: async (place) => [
      ...[process.execPath, join(here, 'node-programs.mjs'), 'scalar'],
      ...[await writeDocument(place, { prefixed: true }), `${place.port}`],
    ],
  },
  {
    id: 'json-server',
    name: 'json-server',
    // It stores what it must refuse. The replay creates that last, so that its lists are shorter than those of the run.
    acceptsReported: true,
    version: 'json-server',
    prepare: async ({ port, folder }) => {
      await writeFile(join(folder, 'db.json'), JSON.stringify({ pets: await examplePets() }))
      await writeFile(join(folder, 'routes.json'), JSON.stringify({ '/v1/*': '/$1' }))
      return [
        ...program('json-server/lib/cli/bin.js'),
        ...['db.json', '--routes', 'routes.json', '--host', '127.0.0.1', '--port', `${port}`, '--quiet'],
      ]
    },
  },
  {
    id: 'open-api-mocker',
    name: 'open-api-mocker',
    version: 'open-api-mocker',
    prepare: async (place) => [
      ...program('open-api-mocker/lib/open-api-mocker-cli.js'),
      ...['--schema', await writeDocument(place), '--port', `${place.port}`, '--quiet'],
    ],
  },
  {
    id: 'msw',
    name: 'MSW, generated handlers',
    acceptsReported: true,
    version: 'msw @mswjs/source',
    prepare: async (place) => [
      ...[process.execPath, join(here, 'node-programs.mjs'), 'msw'],
      ...[await writeDocument(place), `${place.port}`],
    ],
  },
]

const javaMocks: readonly Contender[] = [
  {
    id: 'specmatic',
    name: 'Specmatic stub',
    acceptsReported: true,
    version: 'specmatic',
    prepare: async (place) => [
      ...['java', '-jar', join(here, 'node_modules/specmatic/specmatic.jar'), 'stub'],
      ...[await writeDocument(place, { prefixed: true }), '--host', '127.0.0.1', '--port', `${place.port}`],
    ],
  },
  {
    id: 'express',
    name: 'generated Express server',
    version: '@openapitools/openapi-generator-cli',
    prepare: async (place) => {
      const jar = join(here, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar')
      const server = join(place.folder, 'server')
      const opened = [
        '--add-opens',
        'java.base/java.util=ALL-UNNAMED',
        '--add-opens',
        'java.base/java.lang=ALL-UNNAMED',
      ]
      const generate = [
        'generate',
        '-g',
        'nodejs-express-server',
        '-i',
        await writeDocument(place),
        '-o',
        server,
      ]
      await rm(server, { recursive: true, force: true })
      execFileSync('java', [...opened, '-jar', jar, ...generate], { stdio: 'ignore' })
      await modernize(server)
      await symlink(join(here, 'node_modules'), join(server, 'node_modules'))
      return [process.execPath, join(server, 'index.js')]
    },
  },
]

/**
 * Changes the generated server to what later generators write. As the generator of 2020 writes it, it reads no headers, and
 * cannot serve an operation without a body on today's Node.
 */
async function modernize(server: string): Promise<void> {
  const launch = `launch() {
    this.app.use(OpenApiValidator.middleware({ apiSpec: this.openApiPath, operationHandlers: __dirname }));
    Promise.resolve()`
  await rewrite(join(server, 'expressServer.js'), [
    ['const { OpenApiValidator }', 'const OpenApiValidator'],
    [/launch\(\) \{[^]*?\.install\(this\.app\)/, launch],
  ])
  await rewrite(join(server, 'controllers/Controller.js'), [
    ['if (request.openapi.schema.requestBody !== undefined)', 'if (request.openapi.schema.requestBody)'],
    ['request.openapi.schema.parameters.forEach', '(request.openapi.schema.parameters || []).forEach'],
  ])
}

async function rewrite(
  file: string,
  changes: readonly (readonly [string | RegExp, string])[],
): Promise<void> {
  const before = await readFile(file, 'utf8')
  await writeFile(
    file,
    changes.reduce((text, [from, to]) => text.replace(from, to), before),
  )
}

async function prism(place: Place): Promise<readonly string[]> {
  const path = await writeDocument(place, { prefixed: true })
  return [
    ...program('@stoplight/prism-cli/dist/index.js'),
    ...['mock', path, '--port', `${place.port}`, '--multiprocess', 'false'],
  ]
}

/** Writes the OpenAPI document for a place. `prefixed`: with `/v1` in its paths, for mocks that ignore the path of `servers`. */
async function writeDocument({ port, folder }: Place, { prefixed = false } = {}): Promise<string> {
  const whole = parse(await readFile(spec, 'utf8')) as { servers: unknown; paths: Record<string, unknown> }
  const origin = `http://127.0.0.1:${port}`
  const paths = Object.entries(whole.paths).map(([path, item]) => [prefixed ? `/v1${path}` : path, item])
  const servers = [{ url: prefixed ? origin : `${origin}/v1` }]
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, stringify({ ...whole, servers, paths: Object.fromEntries(paths) as unknown }))
  return file
}

function program(path: string): readonly string[] {
  return [process.execPath, join(here, 'node_modules', path)]
}

/** The pets of the document's example of a page. */
async function examplePets(): Promise<unknown> {
  const page = [
    ...['paths', '/pets', 'get', 'responses', '200', 'content', 'application/json'],
    ...['examples', 'page', 'value'],
  ]
  return parseDocument(await readFile(spec, 'utf8')).getIn(page)
}

function readVersions(packages: string): string {
  const versions = packages.split(' ').map((name) => {
    const text = readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    return `${name} ${version}`
  })
  return versions.join(', ')
}

function javaVersion(): string | undefined {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  return status === 0 ? (/"(.+?)"/.exec(stderr)?.[1] ?? 'of some version') : undefined
}
