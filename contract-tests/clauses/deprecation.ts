import { REMOVAL_OF_GET_PET } from '../../spec/index.ts'
import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { givenAdded } from '../engine/expect/given.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { get } from '../probes/requests.ts'
import { readListed } from '../probes/reading.ts'

clause('DEPRECATION-1', '', [], async (run) => {
  if (run.session.time.now() >= REMOVAL_OF_GET_PET) {
    throw new NotVerified('precondition missing', 'the day of the removal has passed')
  }
  const listed = await readListed(run)
  if (listed.status === 401 || listed.status === 403) dependsOn('AUTH-1')
  expectStatus(listed, 200)
})

clause('DEPRECATION-4', '', ['writes'], async (run) => {
  const { id } = await givenAdded(run, { status: 'sold' })
  const exchange = await run.session.share(get(String(id)))
  const { deprecation = 'none', sunset = 'none' } = exchange.headers
  expectThat(/^@\d+$/.test(deprecation), 'Deprecation: @ and a Unix time', deprecation, exchange)
  expectThat(
    Date.parse(sunset) === REMOVAL_OF_GET_PET,
    'Sunset: Thu, 05 Dec 2030 00:00:00 GMT',
    sunset,
    exchange,
  )
})
