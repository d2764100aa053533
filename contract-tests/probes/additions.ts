import { petStatuses, type Int64 } from '../../spec/index.ts'
import type { Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { LITTER_CATEGORY, litterName } from '../engine/litter.ts'
import { added, asNobody, BEYOND_DOUBLES, create, createInvalid, knownCategory } from './requests.ts'

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

/** The name of what a refused body would add. */
function refusedName({ settings }: Run, body: RefusedBody): string {
  return litterName(settings.mark, refusedBodies.indexOf(body))
}

export async function refusedCreation(run: Run, body: RefusedBody): Promise<Probe> {
  return createInvalid(body.write(JSON.stringify(refusedName(run, body)), String(await litterCategory(run))))
}

/** The category of invalid bodies, by which their pets are known again; one of the service's, where it takes no other. */
export async function litterCategory(run: Run): Promise<Int64> {
  const { status } = await added(run, { categoryId: BEYOND_DOUBLES })
  return status === 400 ? knownCategory(run) : LITTER_CATEGORY
}

/** The names that must not be found: those of the bodies that were refused. One that was taken is another clause's. */
export async function refusedNames(run: Run): Promise<readonly string[]> {
  const names: string[] = []
  for (const body of refusedBodies) {
    const { status } = await run.session.share(await refusedCreation(run, body))
    if (status >= 400) names.push(refusedName(run, body))
  }
  return names
}

/** A valid body, for callers who have no valid key. */
export function unauthorizedCreation({ settings }: Run): Probe {
  return create({ name: `${settings.mark}-unauthorized`, categoryId: 1 })
}

/** What must not be found where both attempts to add it were refused. */
export async function unauthorizedNames(run: Run): Promise<readonly string[]> {
  const probe = unauthorizedCreation(run)
  const tries = [asNobody(probe), asNobody(probe, NO_SUCH_KEY)]
  for (const one of tries) if ((await run.session.share(one)).status !== 401) return []
  return [`${run.settings.mark}-unauthorized`]
}

/** Sends, once a run, all that must add a pet and all that must not, so that the lists after it show which did. */
export async function addAll(run: Run): Promise<void> {
  for (const status of petStatuses) await added(run, { status })
  for (const body of refusedBodies) await run.session.share(await refusedCreation(run, body))
  await run.session.share(asNobody(unauthorizedCreation(run)))
  await run.session.share(asNobody(unauthorizedCreation(run), NO_SUCH_KEY))
}

export const NO_SUCH_KEY = 'Bearer no-such-key'
