// `npm start`. Enables the compile cache, for TypeScript too: Node's compiler for it, which uses 20 MB, is only loaded for
// changed files.
import module from 'node:module'
import './need-node.js'

// With an older Node, need-node.js has reported what is missing.
if (process.exitCode === undefined) {
  module.enableCompileCache()
  await import('./index.ts')
}
