/**
 * The layers of the repository, each with all that it may import: other layers, packages, `node:`. Itself and the folders in
 * it a layer always may. These are the arrows of ARCHITECTURE.md.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  spec: ['node:', 'leven'],
  'spec/generate': ['spec', 'ajv', 'node:', 'openapi-typescript', 'typescript', 'yaml'],
  fixtures: ['spec', '@faker-js/faker'],

  'mock/core/message': ['spec'],
  'mock/core/settings': ['spec'],
  'mock/core/limits': ['mock/core/memory', 'mock/core/settings', 'spec'],
  'mock/core/memory': [],
  'mock/core/pets': ['mock/core/memory', 'mock/core/message', 'mock/core/settings', 'spec'],
  'mock/core/faults': ['mock/core/message', 'mock/core/settings', 'spec'],
  'mock/core/request': [
    'mock/core/faults',
    'mock/core/limits',
    'mock/core/memory',
    'mock/core/message',
    'mock/core/pets',
    'mock/core/settings',
    'spec',
  ],
  'mock/core/journal': ['mock/core/memory', 'mock/core/message', 'mock/core/request', 'spec'],
  'mock/core/world': [
    'fixtures',
    'mock/core/faults',
    'mock/core/journal',
    'mock/core/limits',
    'mock/core/memory',
    'mock/core/message',
    'mock/core/pets',
    'mock/core/request',
    'mock/core/settings',
    'spec',
  ],
  'mock/stores': ['fixtures', 'mock/core', 'spec'],
  'mock/edge': ['mock/core'],
  'mock/fetch': ['fixtures', 'mock/control', 'mock/core', 'mock/edge', 'mock/stores', 'spec'],
  'mock/client': ['spec'],
  'mock/scenarios': ['mock/client', 'mock/core/limits', 'mock/core/settings', 'spec'],
  'mock/control': ['express', 'mock/client', 'mock/core', 'mock/http', 'node:', 'spec', 'yaml'],
  'mock/control/room': [
    '@preact/signals',
    'mock/client',
    'mock/core/message',
    'mock/scenarios',
    'preact',
    'spec',
    'uplot',
  ],
  'mock/control/docs': ['mock/client', 'spec', 'swagger-ui-dist'],
  'mock/http': ['mock/core', 'mock/edge', 'node:', 'spec'],
  'mock/integrations': ['mock', 'mock/client', 'mock/fetch', 'msw'],
  mock: [
    'express',
    'fixtures',
    'mock/control',
    'mock/core',
    'mock/edge',
    'mock/http',
    'mock/stores',
    'node:',
    'spec',
  ],

  'contract-tests/report/model': ['spec'],
  'contract-tests/report': ['contract-tests/report/model', 'node:', 'spec'],
  'contract-tests/engine': ['contract-tests/report/model', 'node:', 'spec'],
  'contract-tests/probes': ['contract-tests/engine', 'fast-check', 'spec'],
  'contract-tests/open-points': ['contract-tests/engine', 'contract-tests/probes', 'spec'],
  'contract-tests/clauses': ['contract-tests/engine', 'contract-tests/probes', 'spec'],
  'contract-tests': [
    'contract-tests/clauses',
    'contract-tests/engine',
    'contract-tests/open-points',
    'contract-tests/report/model',
    'spec',
  ],
  'contract-tests/opinions': [
    'contract-tests/clauses',
    'contract-tests/engine',
    'contract-tests/report/model',
    'dredd',
    'node:',
    'spec',
  ],
  'contract-tests/proof': ['contract-tests', 'mock', 'node:', 'spec', 'yaml'],

  cli: ['commander', 'contract-tests', 'fixtures', 'mock', 'node:', 'spec', 'yaml'],

  bench: ['fixtures', 'node:', 'spec'],
  clients: ['mock', 'node:', 'spec'],
  peers: ['contract-tests', 'node:', 'spec', 'yaml'],
  lint: ['node:', 'typescript'],
  integrations: ['mock', 'node:', 'vite', 'yaml'],
  'integrations/project': ['@playwright/test', 'petstore-mock'],
  '.': ['fixtures', 'integrations', 'mock', 'node:', 'spec', 'vite', 'vitest'],
}

/** Tests, and what only they may import. They may import all that there is. */
export const test =
  /\.(test|cases)\.tsx?$|(^|\/)(testing|in-browser)\/|^(mock\/http\/(clauses|open-points)|abuse)\//
