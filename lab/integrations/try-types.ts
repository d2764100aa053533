// Checks the types of the packed package as users compile them: with their compiler, their `lib` and their module resolution.
import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeIn, type Project } from './try-them.ts'

// The libraries have the newest compiler, and CI tries no other. 5.2 is the oldest with `await using`.
const COMPILERS = process.argv.includes('--short') ? [] : ['5.2', '5.4', '5.6', '5.9', '6.0']
const NEWEST = '../node_modules/typescript'

/** What `npm create vite` writes into tsconfig.app.json. */
const FRESH_VITE = {
  target: 'es2023',
  lib: ['ES2023', 'DOM'],
  module: 'esnext',
  types: ['vite/client'],
  allowArbitraryExtensions: true,
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  jsx: 'react-jsx',
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
}

const STRICT = { strict: true, noEmit: true, target: 'es2022', types: [] }
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' }
const ES2022 = ['es2022', 'dom']
const ES2023 = ['es2023', 'dom', 'dom.iterable']

/** Programs, with the entries that each does not import, and the settings under which it must compile. */
const PROGRAMS: readonly Program[] = [
  {
    name: 'browser',
    // The types of MSW need those of TypeScript 5.7.
    without: ['./msw'],
    // Each pair of `lib`, module resolution and exact optional properties. With `skipLibCheck: false` a compiler reports all
    // that it reports with true, and more.
    settings: [
      { ...BUNDLER, lib: ES2022, skipLibCheck: false, exactOptionalPropertyTypes: true },
      { ...BUNDLER, lib: ES2023, skipLibCheck: false },
      { module: 'node16', lib: ES2022, skipLibCheck: false },
      { module: 'node16', lib: ES2023, skipLibCheck: false, exactOptionalPropertyTypes: true },
      { module: 'nodenext', lib: ES2022, skipLibCheck: false, exactOptionalPropertyTypes: true },
      { module: 'nodenext', lib: ES2023, skipLibCheck: false },
      { ...BUNDLER, lib: [...ES2023, 'esnext.disposable'], skipLibCheck: false },
    ],
  },
  {
    name: 'node',
    without: ['./msw'],
    settings: [{ module: 'nodenext', lib: ['es2022'], types: ['node'], skipLibCheck: false }],
  },
  {
    name: 'every',
    without: [],
    settings: [{ ...BUNDLER, lib: ES2023, skipLibCheck: true }],
  },
]

interface Program {
  readonly name: string
  readonly without: readonly string[]
  readonly settings: readonly object[]
}

/** The promises, each with its check, in this order. */
export const typeTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'has nothing that publint objects to, nor arethetypeswrong for import': async (project) => {
    const packed = (await readdir(project.folder)).find((name) => name.endsWith('.tgz'))
    assert(packed)
    await project.run(process.execPath, '../node_modules/publint/src/cli.js', packed, '--strict')
    const attw = '../node_modules/@arethetypeswrong/cli/dist/index.js'
    // Node loads the ES modules for `require` too, to which the types belong. The CommonJS is for Jest, which reads no types;
    // that it has none of its own (false-esm) is a problem of `require` alone, but the profile does not leave it out.
    const entries = ['--exclude-entrypoints', 'openapi.yaml', 'service-interface.md']
    const profile = ['--profile', 'esm-only', '--ignore-rules', 'false-esm', '--quiet']
    await project.run(process.execPath, attw, packed, ...entries, ...profile)
  },

  'has types with which the test of the README compiles in a fresh project of Vite': async (project) => {
    const folder = join(project.folder, 'fresh')
    await mkdir(folder)
    const readme = (await codeIn('../README.md')).find((code) => code.includes("from 'vitest'"))
    assert(readme)
    await writeFile(join(folder, 'readme.test.ts'), readme)
    await copyFile(join(import.meta.dirname, 'project/my-client.ts'), join(folder, 'my-client.ts'))
    await compile(project, NEWEST, 'fresh/tsconfig.json', FRESH_VITE, ['readme.test.ts', 'my-client.ts'])
  },

  [`has types for TypeScript ${[...COMPILERS, 'the newest'].join(', ')}, with ES2022 and ES2023, bundlers and Node`]:
    async (project) => {
      await mkdir(join(project.folder, 'types'))
      for (const program of PROGRAMS) await writeProgram(project.folder, program)
      const compilers = [...(await installCompilers(project)), NEWEST]
      for (const compiler of compilers) {
        const runs = PROGRAMS.flatMap(({ name, settings }) =>
          settings.map((options, at) =>
            compile(project, compiler, `types/${name}-${at}.json`, { ...STRICT, ...options }, [`${name}.ts`]),
          ),
        )
        await Promise.all(runs)
      }
    },
}

/** Writes a program that imports the entries of the package, and uses `await using`. */
async function writeProgram(folder: string, { name, without }: Program): Promise<void> {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { exports: Readonly<Record<string, unknown>> }
  // The others are documents.
  const typed = Object.keys(exports).filter((entry) => typeof exports[entry] === 'object')
  const entries = typed.filter((entry) => !without.includes(entry))
  const lines = [
    ...entries.map((entry, at) => `export * as entry${at} from 'petstore-mock${entry.slice(1)}'`),
    "import { startMock } from 'petstore-mock'",
    "import { createMock } from 'petstore-mock/fetch'",
    'await using mock = await startMock({ port: 0 })',
    "await using other = createMock({ baseUrl: 'https://api.example.com/v1' })",
    'export const addresses: readonly string[] = [mock.baseUrl, other.baseUrl]',
  ]
  await writeFile(join(folder, `types/${name}.ts`), lines.join('\n'))
}

/** Installs the older compilers, and returns where each is. */
async function installCompilers(project: Project): Promise<readonly string[]> {
  if (COMPILERS.length === 0) return []
  const packages = COMPILERS.map((version) => `ts${version}@npm:typescript@${version}`)
  await project.install('--prefix', 'compilers', ...packages)
  return COMPILERS.map((version) => `compilers/node_modules/ts${version}`)
}

async function compile(
  project: Project,
  compiler: string,
  config: string,
  compilerOptions: object,
  files: readonly string[],
): Promise<void> {
  await writeFile(join(project.folder, config), JSON.stringify({ compilerOptions, files }))
  assert.equal(await project.run(process.execPath, `${compiler}/bin/tsc`, '--project', config), '')
}
