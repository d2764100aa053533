import fc from 'fast-check'
import { petStatuses, stringifyJson, type Int64, type PetStatus } from '../../../spec/index.ts'
import { added, knownCategory, oddlyNamed } from '../../probes/requests.ts'
import type { Run } from '../../engine/run.ts'

/** A body that every conforming service takes, given how this one settles the open points. */
export interface ValidBody {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | undefined
}

/** What this service may lawfully refuse in a valid body, so that it is not sent. */
interface Bounds {
  readonly boundsNames: boolean
  readonly printableOnly: boolean
  /** The only category that is sure to be known, where unknown ones are refused. */
  readonly category: Int64 | undefined
}

// Within every bound that a service of people's names for pets would set.
const SHORT = { minLength: 1, maxLength: 8 }
const LONG = { minLength: 0, maxLength: 60 }

/** Valid bodies of all kinds, within what the service has shown to refuse lawfully. */
export async function validBodies(run: Run): Promise<fc.Arbitrary<ValidBody>> {
  const { boundsNames, printableOnly, category } = await observeBounds(run)
  const unit = printableOnly ? 'grapheme' : 'binary'
  const anyText = fc.string({ unit, size: 'max', ...(boundsNames ? SHORT : LONG) })
  return fc.record(
    {
      // NUL is refused by services that store text as C does, and nothing in the document says they may not.
      name: fc.oneof({ weight: 4, arbitrary: anyText.map((text) => text.replaceAll('\0', '0')) }, oddNames),
      categoryId: category === undefined ? int64 : fc.constant(category),
      status: fc.constantFrom(...petStatuses),
    },
    { requiredKeys: ['name', 'categoryId'] },
  )
}

/** Writes a body in one of the ways in which JSON may be written. */
export function written(body: ValidBody, isReversed: boolean, indent: 0 | 2): string {
  const members = Object.entries(body)
  return stringifyJson(Object.fromEntries(isReversed ? members.reverse() : members), indent)
}

// What services lose most often: space around, letters beyond ASCII and beyond 16 bits, marks of other languages.
const oddNames = fc.constantFrom(' Rex', 'Rex ', 'Zoë', 'Ω', '🐈', '犬', '"\\/', '<b>', '%41', 'null')

const LEAST = -(2n ** 63n)
const GREATEST = 2n ** 63n - 1n

const int64: fc.Arbitrary<Int64> = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: LEAST, max: GREATEST }),
  fc.constantFrom(LEAST, GREATEST, 2n ** 53n + 1n, 0),
)

async function observeBounds(run: Run): Promise<Bounds> {
  const refuses = async (more: object): Promise<boolean> => (await added(run, more)).status === 400
  const knownOnly = await refuses({ categoryId: 9007199254740993n })
  return {
    boundsNames: await refuses({ name: '' }),
    printableOnly: (await oddlyNamed(run)).status === 400,
    category: knownOnly ? await knownCategory(run) : undefined,
  }
}
