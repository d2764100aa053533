// Values of which no other test asks: each class of an input that no request of the run lies in so far.
import type { ClauseId } from '../../spec/clauses.ts'
import type { OperationId } from '../../spec/operations.ts'
import { classesRead } from '../asked/classes-in.ts'
import { inputClasses, isRefusedKey, type InputClass } from '../asked/input-class.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { remembering } from '../history/history.ts'
import { missing } from '../engine/verdicts.ts'
import { probeWith } from '../probes/class-probes.ts'
import { withOtherStatus } from '../probes/given.ts'
import { search } from '../probes/whole-list.ts'

// Where the document is silent on what is answered, an error is an Error still.
const SILENT: ClauseId = 'ERROR-1'

const READ =
  'a request with values of the test that was not refused before they were read (by 401, 403, 429 or 502 to 504)'

/** The values of one input that one clause speaks of, and how many requests they take in a run on our mock. */
const values: readonly (readonly [clause: ClauseId, operation: OperationId, input: string, cost: number])[] =
  [
    ['LIST-3', 'listPets', 'limit', 1],
    ['GET-3', 'getPet', 'petId', 13],
    ['AUTH-3', 'createPet', 'key', 3],
    ['AUTH-3', 'getPet', 'key', 3],
    ['AUTH-4', 'createPet', 'key', 3],
    ['AUTH-4', 'getPet', 'key', 5],
    ['AUTH-7', 'createPet', 'key', 1],
    ['AUTH-7', 'getPet', 'key', 1],
    ['CREATE-2', 'createPet', 'name', 11],
    ['PET-4', 'createPet', 'categoryId', 13],
    ['CREATE-3', 'createPet', 'body', 2],
    ['CREATE-4', 'createPet', 'categoryId', 2],
    ['CREATE-4', 'createPet', 'status', 6],
    ['CREATE-5', 'createPet', 'body', 3],
    [SILENT, 'listPets', 'limit', 10],
    [SILENT, 'listPets', 'status', 4],
    [SILENT, 'createPet', 'name', 2],
    [SILENT, 'createPet', 'categoryId', 5],
    [SILENT, 'createPet', 'media type', 4],
    [SILENT, 'getPet', 'petId', 8],
  ]

/** In a minute of a Free key they have no room. */
export const inputClassChecks: readonly Check[] = values.map(([id, operation, input, cost]): Check => {
  const classes = inputClasses.filter(
    (one) => one.operation === operation && one.input === input && (one.clauses.at(-1) ?? SILENT) === id,
  )
  return {
    id,
    aspect: `${operation}: every class of ${input}${id === SILENT ? ' of which the document is silent' : ''}`,
    ...(operation === 'createPet' && { needs: ['writes'] as const }),
    extra: 'larger plan',
    caller: classes.some(isRefusedKey) ? 'nobody' : operation === 'createPet' ? 'key' : 'spare',
    cost,
    ask: async (run) => {
      for (const one of classes) await askOnce(run, one)
      await sendWithOtherStatus(run, classes)
      // What was refused is nowhere to be seen.
      if (operation === 'createPet' && input !== 'key') await search(run, `after ${id}, ${input}`)
      const met = askedOf(run, classes)
      return met.length > 0 ? met : missing(READ)
    },
  }
})

/** Asks for a class, unless the run has done so already, with no other parameter: a filter leaves too few pets for a long page. */
async function askOnce(run: Run, one: InputClass): Promise<void> {
  if (readAlone(run).has(one)) return
  const probe = await probeWith(run, one.operation, [one])
  const hasRoom = one.operation !== 'createPet' || run.hasPetsToSpare()
  if (!hasRoom) run.withoutPets.add(one)
  else if (probe !== undefined) await run.session.share(probe)
}

/** The classes of which the service has read a value in a request with no other parameter. */
function readAlone(run: Run): ReadonlySet<InputClass> {
  const read = readSoFar(run)
  for (const exchange of run.session.exchanges.slice(read.exchanges)) {
    if (!exchange.probe.path.includes('&')) for (const one of classesRead(exchange)) read.classes.add(one)
  }
  read.exchanges = run.session.exchanges.length
  return read.classes
}

const readSoFar = remembering((_run: Run) => ({ exchanges: 0, classes: new Set<InputClass>() }))

/** The exchanges in which the service has read a value of one of some classes. */
function askedOf({ session }: Run, classes: readonly InputClass[]): readonly Exchange[] {
  return session.exchanges.filter((one) => classesRead(one).some((read) => classes.includes(read)))
}

/** A value that is refused beside no status is sent once with one: what a rule refuses, it refuses beside both. */
async function sendWithOtherStatus(run: Run, classes: readonly InputClass[]): Promise<void> {
  const refused = askedOf(run, classes).find(
    ({ status, probe }) => status === 400 && probe.isInvalid !== true && probe.operation === 'createPet',
  )
  if (refused !== undefined && run.hasPetsToSpare()) await run.session.share(withOtherStatus(refused))
}
