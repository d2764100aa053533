import { petStatuses, type Int64 } from '../../spec/index.ts'
import type { Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { LITTER_CATEGORY, litterName } from '../engine/litter.ts'
import { added, anyText, asNobody, create, createInvalid, knownCategory } from './requests.ts'
import { BEYOND_DOUBLES } from './rich-bodies.ts'

/** By what pets can be found that must not be there. */
export interface Marks {
  readonly names: readonly string[]
  /** Whether none that is new may have the category of invalid bodies. */
  readonly byCategory: boolean
}

export const NO_MARKS: Marks = { names: [], byCategory: false }

/** A body with one fault; what it would add can be found by its name or, where that is the fault, by its category. */
export interface RefusedBody {
  readonly clause: 'CREATE-3' | 'CREATE-4' | 'CREATE-5'
  readonly fault: string
  readonly write: (name: string, categoryId: string) => string
}

const wrongName = (what: string, value: string): RefusedBody => ({
  clause: 'CREATE-4',
  fault: `name is ${what}`,
  write: (_name, id) => `{"name":${value},"categoryId":${id}}`,
})
const wrongCategory = (what: string, value: string): RefusedBody => ({
  clause: 'CREATE-4',
  fault: `categoryId is ${what}`,
  write: (name) => `{"name":${name},"categoryId":${value}}`,
})

export const refusedBodies: readonly RefusedBody[] = [
  { clause: 'CREATE-3', fault: 'without name', write: (_name, id) => `{"categoryId":${id}}` },
  { clause: 'CREATE-3', fault: 'without categoryId', write: (name) => `{"name":${name}}` },
  wrongName('null', 'null'),
  wrongName('a boolean', 'true'),
  wrongName('a number', '7'),
  wrongName('an array', '["Rex"]'),
  wrongName('an object', '{"en":"Rex"}'),
  wrongCategory('null', 'null'),
  wrongCategory('a boolean', 'true'),
  wrongCategory('a string', '"1"'),
  wrongCategory('an array', '[1]'),
  wrongCategory('an object', '{"id":1}'),
  {
    clause: 'CREATE-4',
    fault: 'categoryId has a fraction',
    write: (name) => `{"name":${name},"categoryId":1.5}`,
  },
  wrongCategory('2^63', '9223372036854775808'),
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

/** What pets must not be found: those of bodies that were refused. */
export async function refusedMarks(run: Run): Promise<Marks> {
  for (const body of refusedBodies) await run.session.share(await refusedCreation(run, body))
  return marksOfRefused(run)
}

/** The same of all bodies that were refused so far. What was taken is another clause's. */
export function marksOfRefused({ session, settings }: Run): Marks {
  const [taken, refused] = [new Set<string>(), new Set<string>()]
  for (const { probe, status } of session.exchanges) {
    if (probe.operation !== 'createPet' || NO_REFUSAL_OF_A_BODY.has(status)) continue
    const names = Array.from((probe.body ?? '').matchAll(/"name":"([^"\\]*)"/g), ([, name = '']) => name)
    const marks = [
      ...names.filter((name) => name.startsWith(`${settings.mark}-`)),
      ...(probe.body?.includes(`:${LITTER_CATEGORY}`) === true ? [LITTER_CATEGORY] : []),
    ]
    for (const mark of marks) (status < 400 ? taken : refused).add(String(mark))
  }
  const marks = [...refused].filter((mark) => !taken.has(mark))
  const category = String(LITTER_CATEGORY)
  return { names: marks.filter((mark) => mark !== category), byCategory: marks.includes(category) }
}

const NO_REFUSAL_OF_A_BODY = new Set([401, 403, 404, 429])

/** A valid body, for callers who have no valid key. */
export function unauthorizedCreation({ settings }: Run): Probe {
  return create({ name: `${settings.mark}-unauthorized`, categoryId: 1 })
}

/** What must not be found where both attempts to add it were refused. */
export async function unauthorizedMarks(run: Run): Promise<Marks> {
  const probe = unauthorizedCreation(run)
  const tries = [asNobody(probe), asNobody(probe, NO_SUCH_KEY)]
  for (const one of tries) if ((await run.session.share(one)).status !== 401) return NO_MARKS
  return { ...NO_MARKS, names: [`${run.settings.mark}-unauthorized`] }
}

/** Sends, once a run, all that must add a pet and all that must not, so that the lists after it show which did. */
export async function addAll(run: Run): Promise<void> {
  for (const status of petStatuses) await added(run, { status })
  await anyText(run)
  for (const body of refusedBodies) await run.session.share(await refusedCreation(run, body))
  await run.session.share(asNobody(unauthorizedCreation(run)))
  await run.session.share(asNobody(unauthorizedCreation(run), NO_SUCH_KEY))
}

export const NO_SUCH_KEY = 'Bearer no-such-key'
