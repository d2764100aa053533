import { inject } from 'vitest'

// fast-check loads, and its tests stand in the suite, only where they were asked for (--deep).
if (inject('contract').deep) await import('./bodies.ts')
