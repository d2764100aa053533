import { build, mergeConfig, type InlineConfig } from 'vite'

/** A file of a bundle, with the name by which the other files refer to it. */
export interface BundledFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** Bundles the page whose index.html is in `root` into files named for `page`, which may be served from any path. */
export function bundlePage(root: string, page: string): Promise<readonly BundledFile[]> {
  return bundle({
    root,
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      modulePreload: false,
      // The Content-Security-Policy does not allow data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: `${page}.js`, assetFileNames: `${page}.[ext]` } },
    },
  })
}

/** Bundles code for a browser. */
export async function bundle(config: InlineConfig): Promise<readonly BundledFile[]> {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      // Bundled packages require their licences.
      license: { fileName: 'licences.md' },
      chunkSizeWarningLimit: 2000,
      // Users who install the package cannot act on these messages.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  }
  const result = await build(mergeConfig(common, config))
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.map((file) => ({
    name: file.fileName,
    content: file.type === 'chunk' ? file.code : file.source,
  }))
}
