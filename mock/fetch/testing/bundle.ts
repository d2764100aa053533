import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** A file of a bundle, by its name. */
export interface BundledFile {
  readonly code: string
  /** Whether it is there from the beginning; any other is loaded late. */
  readonly isEntry: boolean
  /** The files that are loaded with it. */
  readonly imports: readonly string[]
}

/** petstore-mock/fetch as a front end's bundler makes it: a module, with what loads late beside it. */
export function bundleModule(): Promise<ReadonlyMap<string, BundledFile>> {
  return bundle('es', [])
}

/** The same as one classic script that sets `petstore`, faker left out. */
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
