import { wireTypes } from './wire-types.ts'
import { specData } from './spec-data.ts'
import { choiceTypes } from './choice-types.ts'
import { operationTable } from './operation-table.ts'
import { operationRoutes } from './operation-routes.ts'
import { openPointsTable } from './open-points-table.ts'

/** A file that is derived from others: `content` is what it should hold, given what it holds now. */
export interface Generated {
  readonly path: string
  readonly content: (now: string) => Promise<string>
}

/** All of them; a test fails when one is stale. */
export const generated: readonly Generated[] = [
  { path: 'spec/generated/wire.ts', content: () => wireTypes('spec/openapi.yaml') },
  { path: 'spec/generated/openapi.ts', content: () => specData('spec/openapi.yaml', 'openapi') },
  { path: 'spec/generated/operations.ts', content: () => operationTable('spec/openapi.yaml') },
  { path: 'spec/generated/plans.ts', content: () => specData('spec/plans.yaml', 'plans') },
  { path: 'spec/generated/clauses.ts', content: () => specData('spec/clauses.yaml', 'clauses') },
  { path: 'spec/generated/open-points.ts', content: () => specData('spec/open-points.yaml', 'openPoints') },
  { path: 'spec/generated/choices.ts', content: () => choiceTypes('spec/open-points.yaml') },
  { path: 'mock/client/generated/wire.ts', content: () => wireTypes('mock/control/openapi.yaml') },
  {
    path: 'mock/client/generated/routes.ts',
    content: () => operationRoutes('mock/control/openapi.yaml', 'routes'),
  },
  {
    path: 'mock/control/generated/openapi.ts',
    content: () => specData('mock/control/openapi.yaml', 'controlOpenapi'),
  },
  { path: 'docs/open-points.md', content: (now) => openPointsTable(now, 'spec/open-points.yaml') },
]
