import { expect, test } from 'vitest'
import { otherService } from '../../lab/proof/other-service.ts'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { asError, asks, onJson, onReply } from '../../lab/proof/violations/mutate.ts'

test('where a limit is refused, a list for another key depends on that, and no second key is missed', async () => {
  const refuses = onReply(asks(/^GET \/pets\?.*limit=(?:100|99)/), asError(400))
  const { clauses } = await runOn(otherService({ overlay: refuses }))
  const tests = clauses.flatMap((clause) => clause.tests)
  const found = tests.find(({ title }) => title.endsWith('a new pet is listed for another key'))
  expect(found).toMatchObject({ verdict: 'not verified', detail: 'depends on: LIST-3' })
})

const LONG = { mock: { pets: 150 } }

test('where no page shows all pets, the lists of a status show whether a page leaves pets out', async () => {
  const { clauses } = await runOn(await testService((healthy) => healthy, LONG))
  expect(clauses.find(({ id }) => id === 'LIST-2')?.verdict).toBe('held')
  const lacksSome = onJson(asks(/^GET \/pets\?status=/), (pets) =>
    Array.isArray(pets) ? pets.slice(0, 20) : pets,
  )
  const lacking = await runOn(await testService(lacksSome, LONG))
  expect(lacking.clauses.find(({ id }) => id === 'LIST-2')?.verdict).not.toBe('held')
})
