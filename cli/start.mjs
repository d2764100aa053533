// `npm start`. What was compiled before is kept from here on, the TypeScript too: Node's compiler for it, which takes 20 MB,
// is loaded for what has changed only.
import module from 'node:module'
import './need-node.js'

// An older Node has been told what it lacks.
if (process.exitCode === undefined) {
  module.enableCompileCache()
  await import('./index.ts')
}
