import { openapi } from '../../spec/index.ts'
import { basePathOf } from '../core/world/worlds.ts'
import type { World } from '../core/world/world.ts'
import { controlOpenapi } from './generated/openapi.ts'

/** The document of the control API as YAML, for the place where it stands. */
export function controlDocument(mount: string): Promise<string> {
  const servers = [{ url: `${mount}/_mock`, description: 'This mock.' }]
  return toYaml({ ...controlOpenapi, servers })
}

/** The document of the service as YAML; its servers are the worlds. */
export function serviceDocument(worlds: readonly World[], mount: string): Promise<string> {
  const servers = worlds.map(({ name }) => ({
    url: mount + basePathOf(name),
    description: `The world ${name}.`,
  }))
  return toYaml({ ...openapi, servers })
}

// Written from what the program holds in any case, so that no file has to be found beside sources or build.
async function toYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml')
  // Many readers still follow YAML 1.1, to which a plain `on` is true.
  return stringify(document, { lineWidth: 110, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}
