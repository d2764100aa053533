import { join } from 'node:path'
import { DEFAULT_PETS } from '../../fixtures/pets.ts'
import { operations as documented, pathOf, type OperationId } from '../../spec/operations.ts'

/** The root of the repository. Contenders are started there, and the paths below are relative to it. */
export const root = join(import.meta.dirname, '../..')

export interface Contender {
  name: string
  /** Arguments to Node. */
  command: (port: number) => string[]
  /** The path before `/pets`. */
  basePath: string
  /** The API keys that requests to it present in turn. */
  keys: readonly string[]
  /** Files that must exist, each with the command that provides it. */
  needs: Record<string, string>
}

const keys = ['bench']
const peers = 'npm run lab -- bench'
const prismCli = 'lab/bench/node_modules/@stoplight/prism-cli/dist/index.js'

/** Limits are on, but cannot be reached. */
const widePlan = 'enterprise:1000000000:1000000000'

export function mockWith(pets: number, more: { keys?: readonly string[]; flags?: string[] } = {}): Contender {
  const { keys = ['bench'], flags = [] } = more
  return {
    name: 'petstore-mock',
    command: (port) => [
      ...['dist/cli/index.js', 'mock', '--port', `${port}`, '--pets', `${pets}`, ...flags],
      ...keys.flatMap((key) => ['--key', `${key}:${widePlan}`]),
      // A million pets, in the default world and in staging, need more than the default 512 MB.
      ...['--memory', '1200'],
    ],
    basePath: '/v1',
    keys,
    needs: { 'dist/cli/index.js': 'npm run build' },
  }
}

export const mock = mockWith(DEFAULT_PETS)

export const express: Contender = {
  name: 'Express',
  command: (port) => ['lab/bench/peers.mjs', 'express', `${port}`],
  basePath: '/v1',
  keys,
  needs: { 'lab/bench/node_modules/express': peers },
}

export const nodeHttp: Contender = {
  name: 'node:http',
  command: (port) => ['lab/bench/peers.mjs', 'node-http', `${port}`],
  basePath: '/v1',
  keys,
  needs: {},
}

export const prism: Contender = {
  name: 'Prism',
  command: (port) => [
    ...[prismCli, 'mock', 'spec/openapi.yaml', '--port', `${port}`, '--verboseLevel', 'silent'],
    // With NODE_ENV=production, Prism 5.16 forks by default, which ends with a TypeError on Node 24.
    ...['--multiprocess', 'false'],
  ],
  basePath: '', // Prism ignores the path of the base address.
  keys,
  needs: { [prismCli]: peers, 'spec/openapi.yaml': 'git checkout spec/openapi.yaml' },
}

export const contenders = [mock, express, nodeHttp, prism]

/** A request of the measurement, and the status that every reply to it must have. */
export interface Operation {
  name: string
  method: string
  path: string
  body?: string
  status: number
}

function operation(id: OperationId, name: string, path: string, body?: string): Operation {
  const { method, statuses } = documented[id]
  return { name, method, path, status: statuses[0], ...(body !== undefined && { body }) }
}

const page = `${pathOf('listPets')}?limit=20`
const newPet = '{"name":"Rex","categoryId":1,"status":"available"}'

export const list = operation('listPets', 'list(20)', page)
export const get = operation('getPet', 'get', pathOf('getPet', 7))
export const create = operation('createPet', 'create', pathOf('createPet'), newPet)
export const listSold = operation('listPets', 'list(20, sold)', `${page}&status=sold`)

export const operations = [list, get, create]
