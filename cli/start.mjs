// `npm start`. What was compiled before is kept from here on, the TypeScript too: Node's compiler for it, which takes 20 MB,
// is loaded for what has changed only.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./index.ts')
