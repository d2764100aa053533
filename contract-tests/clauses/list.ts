import { petStatuses } from '../../spec/index.ts'
import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectLength } from '../engine/expect/expect-length.ts'
import { expectStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { accessFault, givenIds, givenList, isObject } from '../engine/expect/given.ts'
import { list } from '../probes/requests.ts'
import { givenEachOnce } from '../probes/reading.ts'

const LONGEST = 100
const LONGEST_PAGE = list(`?limit=${LONGEST}`)

clause('LIST-1', '', [], async ({ session }) => {
  const page = await session.share(list())
  const fault = accessFault(page.status)
  if (fault !== undefined) dependsOn(fault)
  expectStatus(page, 200)
  expectThat(
    Array.isArray(page.json),
    'a JSON array',
    page.json === undefined ? 'no JSON' : 'other JSON',
    page,
  )
  const hasOthers = Array.isArray(page.json) && !page.json.every(isObject)
  expectThat(!hasOthers, 'an array of pets', 'one of other values', page)
})

clause('LIST-2', 'the smallest page', [], async ({ session }) => {
  const { length } = givenList(await session.share(LONGEST_PAGE))
  expectLength(await session.share(list('?limit=1')), Math.min(1, length))
})

clause('LIST-2', 'a page that is longer than the default', [], async ({ session }) => {
  const { length } = givenList(await session.share(LONGEST_PAGE))
  expectLength(await session.share(list('?limit=21')), Math.min(21, length))
})

for (const [what, limit] of [
  ['smallest', 1],
  ['largest', LONGEST],
] as const) {
  clause('LIST-3', `the ${what} limit`, [], async ({ session }) => {
    givenList(await session.share(list()))
    expectStatus(await session.share(list(`?limit=${limit}`)), 200)
  })
}

clause('LIST-4', '', [], async ({ session }) => {
  const { length } = givenList(await session.share(LONGEST_PAGE))
  expectLength(await session.share(list()), Math.min(20, length))
})

for (const status of petStatuses) {
  clause('LIST-5', `status=${status} lists the pets of that status, and no other`, [], async (run) => {
    const { session } = run
    const all = givenIds(await session.share(LONGEST_PAGE))
    const page = await session.share(list(`?status=${status}&limit=${LONGEST}`))
    expectStatus(page, 200)
    const found = givenIds(page)
    const other = found.find((pet) => pet['status'] !== status)
    expectThat(other === undefined, `only ${status} pets`, `one that is ${String(other?.['status'])}`, page)
    if (found.length >= LONGEST) return
    const ids = new Set(found.map(({ id }) => id))
    await givenEachOnce(run)
    const left = all.find((pet) => pet['status'] === status && !ids.has(pet['id']))
    expectThat(
      left === undefined,
      `pet ${String(left?.['id'])}, which is ${status}`,
      'a list without it',
      page,
    )
  })
}

clause('LIST-5', 'the page is cut after filtering', [], async ({ session }) => {
  const { length } = givenList(await session.share(list(`?status=available&limit=${LONGEST}`)))
  const page = await session.share(list('?status=available&limit=7'))
  // A limit that is not kept without a filter is not kept with one.
  const longest = givenList(await session.share(LONGEST_PAGE)).length
  for (const limit of [1, 21]) {
    const { length: held } = givenList(await session.share(list(`?limit=${limit}`)))
    if (held !== Math.min(limit, longest)) dependsOn('LIST-2')
  }
  expectLength(page, Math.min(7, length))
})
