import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** A file of a bundle, by its name. */
export interface BundledFile {
  readonly code: string
  /** Whether it is loaded first. */
  readonly isEntry: boolean
  /** Its static imports. */
  readonly imports: readonly string[]
}

/** petstore-mock/fetch as a front end's bundler builds it: a module, and the chunks that are loaded on demand. */
export function bundleModule(): Promise<ReadonlyMap<string, BundledFile>> {
  return bundle('es', [])
}

/** The same as one classic script that sets `petstore`, without faker. */
export async function bundleScript(): Promise<string> {
  const files = await bundle('iife', ['@faker-js/faker/locale/en'])
  return [...files.values()].find(({ isEntry }) => isEntry)?.code ?? ''
}

async function bundle(format: 'es' | 'iife', external: string[]): Promise<ReadonlyMap<string, BundledFile>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: 'mock/fetch/index.ts', formats: [format], name: 'petstore', fileName: 'mock' },
      rolldownOptions: { external, output: { entryFileNames: 'mock.js' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return new Map(outputs.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}
