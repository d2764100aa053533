// Generated bodies (--deep): the invalid ones first, for a list that is still short shows what was stored all the same.
import fc from 'fast-check'
import { inject } from 'vitest'
import { clause } from '../../engine/clause.ts'
import { expectStatus } from '../../engine/expect/expect-status.ts'
import { isObject } from '../../engine/expect/given.ts'
import { expectThat } from '../../engine/expect/expect-that.ts'
import { create, knownCategory } from '../../probes/requests.ts'
import type { Run } from '../../engine/run.ts'
import { expectNotAdded } from '../../probes/find-added.ts'
import { holdForAll } from './hold-for-all.ts'
import { invalidBodies } from './invalid-bodies.ts'
import { validBodies, written } from './valid-bodies.ts'

const { seed } = inject('contract')
const FROM_SEED = `generated from --seed ${seed}`

const refusedName = ({ settings }: Run): string => `${settings.mark}-deep`

for (const id of ['CREATE-3', 'CREATE-4', 'CREATE-5'] as const) {
  clause(id, `invalid bodies, ${FROM_SEED}: 400`, ['writes', 'generated bodies'], async (run) => {
    const bodies = invalidBodies(refusedName(run), String(await knownCategory(run)))
    await holdForAll(
      run,
      bodies.filter((body) => body.clause === id),
      async ({ text }) => {
        expectStatus(await run.session.send(create(text)), 400)
      },
    )
  })
}

clause('CREATE-6', `invalid bodies, ${FROM_SEED}`, ['writes', 'generated bodies'], async (run) => {
  await expectNotAdded(run, [refusedName(run)], 'after invalid bodies')
})

clause(
  'CREATE-2',
  `valid bodies, ${FROM_SEED}, come back as sent`,
  ['writes', 'generated bodies'],
  async (run) => {
    const bodies = fc.tuple(await validBodies(run), fc.boolean(), fc.constantFrom(0, 2))
    await holdForAll(run, bodies, async ([body, isReversed, indent]) => {
      const exchange = await run.session.send(create(written(body, isReversed, indent)))
      expectStatus(exchange, 201)
      const pet = isObject(exchange.json) ? exchange.json : {}
      for (const [field, sent] of Object.entries(body)) {
        const came = pet[field]
        const isSame = String(came) === String(sent)
        expectThat(isSame, `${field} ${JSON.stringify(String(sent))}`, JSON.stringify(String(came)), exchange)
      }
    })
  },
)
