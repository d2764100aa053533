import { REMOVAL_OF_GET_PET } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectPet } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { NotVerified } from '../not-verified.ts'
import { addedPet, get } from '../probes.ts'

clause('DEPRECATION-1', '', ['writes'], async (run) => {
  if (run.session.time.now() >= REMOVAL_OF_GET_PET) {
    throw new NotVerified('precondition missing', 'the day of the removal has passed')
  }
  const { id } = await addedPet(run, { status: 'sold' })
  expectPet(run, await run.session.share(get(id)))
})

clause('DEPRECATION-4', '', ['writes'], async (run) => {
  const { id } = await addedPet(run, { status: 'sold' })
  const exchange = await run.session.share(get(id))
  const { deprecation = 'none', sunset = 'none' } = exchange.headers
  expectThat(/^@\d+$/.test(deprecation), 'Deprecation: @ and a Unix time', deprecation, exchange)
  expectThat(
    Date.parse(sunset) === REMOVAL_OF_GET_PET,
    'Sunset: Thu, 05 Dec 2030 00:00:00 GMT',
    sunset,
    exchange,
  )
})
