import { petStatuses } from '../../spec/index.ts'
import { added, asNobody, create, knownCategory } from '../probes.ts'
import type { Probe } from '../probe/exchange.ts'
import type { Run } from '../run.ts'

/** A body with one fault; it would be added under a name by which it can be found. */
export interface RefusedBody {
  readonly clause: 'CREATE-3' | 'CREATE-4' | 'CREATE-5'
  readonly fault: string
  readonly write: (name: string, categoryId: string) => string
}

export const refusedBodies: readonly RefusedBody[] = [
  { clause: 'CREATE-3', fault: 'without name', write: (_name, id) => `{"categoryId":${id}}` },
  { clause: 'CREATE-3', fault: 'without categoryId', write: (name) => `{"name":${name}}` },
  { clause: 'CREATE-4', fault: 'name is a number', write: (_name, id) => `{"name":7,"categoryId":${id}}` },
  {
    clause: 'CREATE-4',
    fault: 'categoryId is a string',
    write: (name) => `{"name":${name},"categoryId":"1"}`,
  },
  {
    clause: 'CREATE-4',
    fault: 'categoryId has a fraction',
    write: (name) => `{"name":${name},"categoryId":1.5}`,
  },
  {
    clause: 'CREATE-4',
    fault: 'categoryId is 2^63',
    write: (name) => `{"name":${name},"categoryId":9223372036854775808}`,
  },
  {
    clause: 'CREATE-4',
    fault: 'status is unknown',
    write: (name, id) => `{"name":${name},"categoryId":${id},"status":"lost"}`,
  },
  { clause: 'CREATE-5', fault: 'no body', write: () => '' },
  { clause: 'CREATE-5', fault: 'an array', write: (name, id) => `[{"name":${name},"categoryId":${id}}]` },
  {
    clause: 'CREATE-5',
    fault: 'JSON that is cut off',
    write: (name, id) => `{"name":${name},"categoryId":${id}`,
  },
]

/** In the name of what a refused body would add. */
export function refusedName({ settings }: Run): string {
  return `${settings.mark}-refused`
}

/** In the name of what a request without a key would add. */
export function unauthorizedName({ settings }: Run): string {
  return `${settings.mark}-unauthorized`
}

export async function refusedCreation(run: Run, { write }: RefusedBody): Promise<Probe> {
  return create(write(JSON.stringify(refusedName(run)), String(await knownCategory(run))))
}

/** A valid body, for callers who have no valid key. */
export function unauthorizedCreation(run: Run): Probe {
  return create({ name: unauthorizedName(run), categoryId: 1 })
}

/** Sends, once a run, all that must add an animal and all that must not, so that the lists after it show which did. */
export async function addAll(run: Run): Promise<void> {
  for (const status of petStatuses) await added(run, { status })
  for (const body of refusedBodies) await run.session.share(await refusedCreation(run, body))
  await run.session.share(asNobody(unauthorizedCreation(run)))
  await run.session.share(asNobody(unauthorizedCreation(run), NO_SUCH_KEY))
}

export const NO_SUCH_KEY = 'Bearer no-such-key'
