import { clause } from '../clause.ts'
import { expectPet, expectPets } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { added, inSecondBase, list } from '../probes.ts'

clause('BASE-1', '', [], async (run) => {
  expectPets(run, await run.session.share(list()))
})

clause('BASE-2', '', ['second base address'], async (run) => {
  expectPets(run, await run.session.send(inSecondBase(list('?limit=1'))))
})

clause('BASE-3', 'a request body of application/json is accepted', ['writes'], async (run) => {
  expectPet(run, await added(run, {}), 201)
})

clause('BASE-4', 'the base address ends with the path segment /v1', [], async (run) => {
  const page = await run.session.share(list())
  const { pathname } = new URL(run.settings.baseUrl)
  expectPets(run, page)
  expectThat(pathname.endsWith('/v1'), 'a path that ends with /v1', pathname, page)
})

clause('BASE-5', '', [], async (run) => {
  const head = await run.session.send({ ...list('?limit=1'), method: 'HEAD' })
  expectThat(
    head.status === 200 && head.body === '',
    'status 200 without a body',
    `status ${head.status}`,
    head,
  )
})

clause('BASE-6', '', [], async (run) => {
  const reply = await run.session.share({ ...list(), method: 'PATCH', operation: undefined })
  if (reply.status !== 405) return
  expectThat('allow' in reply.headers, 'an Allow header', 'none', reply)
})
