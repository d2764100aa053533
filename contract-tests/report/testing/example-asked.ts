import type { AskedCell, AskedGroup } from '../model/asked.ts'

const NO_ROOM = 'the key’s minute is too short: --thorough'

/** What a run asked that had no room for all, and no second key. */
export const exampleAsked: readonly AskedGroup[] = [
  {
    kind: 'classes',
    of: 'listPets',
    input: 'limit',
    cells: [
      { name: 'absent', requests: 4, clauses: ['LIST-4'] },
      { name: '1', requests: 21, clauses: ['LIST-2', 'LIST-3'] },
      { name: '19', requests: 0, clauses: ['LIST-2', 'LIST-3'], leftOut: NO_ROOM },
      { name: 'with a sign', requests: 0, leftOut: NO_ROOM },
    ],
  },
  {
    kind: 'classes',
    of: 'getPet',
    input: 'petId',
    cells: [{ name: '2^63-1', requests: 1, clauses: ['GET-3'] }],
  },
  {
    kind: 'transitions',
    of: 'the same key',
    cells: [
      pair('listPets 200', 'listPets 200', 7),
      pair('listPets 200', 'getPet 404', 1),
      pair('getPet 404', 'listPets 200', 0),
      pair('getPet 404', 'getPet 404', 0),
    ],
  },
  {
    kind: 'at once',
    of: 'two keys',
    cells: [{ ...pair('listPets', 'listPets', 0), leftOut: 'it takes a second key: --second-key-env' }],
  },
]

function pair(beside: string, name: string, requests: number): AskedCell {
  return { beside, name, requests }
}
