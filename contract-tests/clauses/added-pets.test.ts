import { expect, test } from 'vitest'
import { otherService } from '../../lab/proof/other-service.ts'
import { runOn } from '../../lab/proof/test-service.ts'
import { asError, asks, onReply } from '../../lab/proof/violations/mutate.ts'

test('where a limit is refused, a list for another key depends on that, and no second key is missed', async () => {
  const refuses = onReply(asks(/^GET \/pets\?.*limit=(?:100|99)/), asError(400))
  const { clauses } = await runOn(otherService({ overlay: refuses }))
  const tests = clauses.flatMap((clause) => clause.tests)
  const found = tests.find(({ title }) => title.endsWith('a new pet is listed at once for another key'))
  expect(found).toMatchObject({ verdict: 'not verified', detail: 'depends on: LIST-3' })
})
