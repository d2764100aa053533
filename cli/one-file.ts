// The beginning of petstore.mjs, which lab/scripts/build-one-file.ts writes: it loads the modules of the package from the file itself.
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'

/** The modules, compressed, in base64. Text costs a start less than code that it does not run. */
declare const modules: Readonly<Record<string, string>>

/** What the address of a module begins with. A thread that is started with such an address runs this file. */
const inFile = `${import.meta.url}?`

// Older versions of Node lack it, and so does Bun, which runs the package.
if (!('registerHooks' in module)) {
  const { bun } = process.versions
  const here = bun === undefined ? `Node ${process.version}` : `Bun ${bun}`
  process.stderr.write(`petstore.mjs needs Node 22.15 or newer (of 23: 23.5); this is ${here}\n`)
  process.exit(2)
}

module.registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.startsWith(inFile) !== true) return next(specifier, context)
    const name = specifier.slice('./'.length)
    if (Object.hasOwn(modules, name)) return { url: inFile + name, shortCircuit: true }
    try {
      return next(specifier, context)
    } catch {
      // Optional packages, such as Prism, are installed beside the file, or where the command is run.
      return next(specifier, { ...context, parentURL: pathToFileURL(`${process.cwd()}/`).href })
    }
  },
  load(url, context, next) {
    const packed = url.startsWith(inFile) ? modules[url.slice(inFile.length)] : undefined
    if (packed === undefined) return next(url, context)
    const source = brotliDecompressSync(Buffer.from(packed, 'base64'))
    return { format: 'module', source, shortCircuit: true }
  },
})

// The only thread is the judge of a proxy.
await import(inFile + (isMainThread ? 'index.js' : 'judge-worker.js'))
