import type { ClauseId } from '../../../spec/clauses.ts'
import { breaches } from '../devil/breaches.ts'
import { mixes, nameOf } from '../free/freedoms.ts'
import { lawfulServices, overlayFor } from '../lawful.ts'
import { isHeldBack, operators } from '../operators/index.ts'
import { nameOf as nameOfOperator } from '../operators/operator.ts'
import type { Stranger } from '../strangers/strangers.ts'
import { PLAIN } from '../test-service.ts'
import { violations } from '../violations/index.ts'
import { timedDevil, timedFree, timedMock, timedStranger } from './timed-services.ts'
import type { TimedService } from './random-client.ts'

/** Groups of services, as the output names them, with how many there are of those that break a promise. */
export const groups = {
  lawful: { what: 'services that conform', all: undefined },
  devil: { what: 'the devil', all: undefined },
  violation: { what: 'services with a violation', all: violations.length },
  breach: { what: 'the devil with a promise broken', all: breaches.length },
  operator: { what: 'services with an operator', all: operators.filter((one) => !isHeldBack(one)).length },
} as const
export type Group = keyof typeof groups

/** A history to be judged: of random requests to a service, which are the same for the same seed. */
export interface Case {
  readonly group: Group
  readonly name: string
  readonly seed: number
  /** The clauses that may be named; none where the service conforms. */
  readonly due: readonly ClauseId[]
  readonly makes: () => Promise<TimedService> | TimedService
}

const DEVILS = 200

/** All histories but those of strangers: so many of each service, of 200 times as many devils, and one of each operator. */
export function casesOf(each: number): readonly Case[] {
  const free = mixes()
  return [
    ...free.flatMap((mix, at) => several('lawful', nameOf(mix), at, each, [], () => timedFree(mix))),
    ...lawfulServices().flatMap(({ name, mock, begins, trouble }, at) =>
      several('lawful', `${name}, ${trouble}`, free.length + at, each, [], (seed) =>
        timedMock(overlayFor(trouble, seed), { mock, begins }),
      ),
    ),
    ...several('devil', 'the devil', 0, DEVILS * each, [], (seed) => timedDevil(seed)),
    ...violations.flatMap(({ name, breaks, also, overlay, mock }, at) =>
      several('violation', name, at, each, [...breaks, ...(also?.breaks ?? [])], () =>
        timedMock(overlay, { ...PLAIN, mock: { ...PLAIN.mock, ...mock } }),
      ),
    ),
    ...breaches.flatMap(({ name, breaks }, at) =>
      several('breach', name, at, each, breaks, (seed) => timedDevil(seed, name)),
    ),
    ...operators
      .filter((operator) => !isHeldBack(operator))
      .flatMap((operator, at) =>
        several('operator', nameOfOperator(operator), at, 1, operator.mayBreak, () =>
          timedMock(operator.overlay, PLAIN),
        ),
      ),
  ]
}

/** Histories of a stranger that runs at an address. */
export function casesOfStranger({ name }: Stranger, baseUrl: string, each: number): readonly Case[] {
  return several('lawful', name, 0, each, [], () => timedStranger(baseUrl))
}

/** Histories of the service that stands at some place of its group, each with a seed of its own. */
function several(
  group: Group,
  name: string,
  at: number,
  each: number,
  due: readonly ClauseId[],
  makes: (seed: number) => Promise<TimedService> | TimedService,
): readonly Case[] {
  return Array.from({ length: each }, (_, nth) => {
    const seed = at * each + nth + 1
    return { group, name, seed, due, makes: () => makes(seed) }
  })
}
