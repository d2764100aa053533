import { build, mergeConfig, type InlineConfig } from 'vite'

/** A file of a bundle, by the name that the others give it. */
export interface BundledFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** Bundles the page whose index.html is in a folder into files named for it, which may lie anywhere. */
export function bundlePage(root: string, page: string): Promise<readonly BundledFile[]> {
  return bundle({
    root,
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      modulePreload: false,
      // The Content-Security-Policy allows no data: address.
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: `${page}.js`, assetFileNames: `${page}.[ext]` } },
    },
  })
}

/** Bundles what a browser is to load. */
export async function bundle(config: InlineConfig): Promise<readonly BundledFile[]> {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      // Those of the packages that are built in ask for it.
      license: { fileName: 'licences.md' },
      chunkSizeWarningLimit: 2000,
      // Of no use to whoever installs the packages.
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
