import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { wrongStatus, expectStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { createFault, givenList } from '../engine/expect/given.ts'
import { added, inSecondBase, list } from '../probes/requests.ts'

clause('BASE-1', 'listPets', [], async ({ session }) => {
  const page = await session.share(list())
  if (page.status === 404) throw wrongStatus(page, 200)
})

clause('BASE-1', 'createPet', ['writes'], async (run) => {
  givenList(await run.session.share(list()))
  const creation = await added(run, {})
  if (creation.status === 404 || creation.status === 405) throw wrongStatus(creation, 201)
})

clause('BASE-2', '', ['second base address'], async ({ session }) => {
  givenList(await session.share(list()))
  expectStatus(await session.send(inSecondBase(list())), 200)
})

clause('BASE-3', 'a request body of application/json is accepted', ['writes'], async (run) => {
  const creation = await added(run, {})
  if (creation.status === 415) throw wrongStatus(creation, 201)
  if (creation.status !== 201) dependsOn(await createFault(run, creation))
})

clause('BASE-4', 'the base address ends with the path segment /v1', [], async (run) => {
  const page = await run.session.share(list())
  givenList(page)
  const { pathname } = new URL(run.settings.baseUrl)
  expectThat(pathname.endsWith('/v1'), 'a path that ends with /v1', pathname, page)
})

clause('BASE-5', '', [], async ({ session }) => {
  const head = await session.send({ ...list('?limit=1'), method: 'HEAD' })
  const isRight = head.status === 200 && head.body === ''
  expectThat(isRight, 'status 200 without a body', `status ${head.status}`, head)
})

clause('BASE-6', '', [], async ({ session }) => {
  const reply = await session.share({ ...list(), method: 'PATCH', operation: undefined })
  if (reply.status !== 405) return
  expectThat('allow' in reply.headers, 'an Allow header', 'none', reply)
})
