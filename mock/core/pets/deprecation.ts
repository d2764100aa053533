import { pathOf, REMOVAL_OF_GET_PET } from '../../../spec/index.ts'
import type { HeaderList } from '../message/outcome.ts'

// The document names no day on which the deprecation began; five years before the removal serves as one.
const DEPRECATED_SINCE = Date.UTC(2025, 11, 5)

/** The headers that announce the end of getPet (RFC 9745, RFC 8594; links by RFC 8288 and RFC 5829). */
export function deprecationHeaders(base: string): HeaderList {
  return [
    'Deprecation',
    `@${DEPRECATED_SINCE / 1000}`,
    'Sunset',
    new Date(REMOVAL_OF_GET_PET).toUTCString(),
    'Link',
    `<${base}${pathOf('listPets')}>; rel="successor-version"`,
  ]
}
