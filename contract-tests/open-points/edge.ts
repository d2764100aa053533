import { openPoint } from '../engine/clause.ts'
import { byStatus, memberOf, unseen } from '../engine/expect/observe.ts'
import { rateLimitOf } from '../engine/exchange.ts'
import { lowerCaseScheme } from '../probes/lower-case-scheme.ts'
import { errorsCount } from './errors-count.ts'
import { added, asNobody, create, get, list, withHeaders } from '../probes/requests.ts'

const styles = [
  ['snake', /^[a-z0-9]+(_[a-z0-9]+)+$/],
  ['kebab', /^[a-z0-9]+(-[a-z0-9]+)+$/],
  ['screaming', /^[A-Z0-9]+(_[A-Z0-9]+)+$/],
  ['dotted', /^[a-z0-9]+(\.[a-z0-9]+)+$/],
] as const

openPoint('error-code-style', async ({ session }) => {
  const { json } = await session.share(asNobody(list()))
  const code = String(memberOf(json, 'code'))
  return (
    styles.find(([, pattern]) => pattern.test(code))?.[0] ??
    unseen(`the code ${code} is in none of the styles`)
  )
})

openPoint('wrong-media-type', async (run) => {
  const probe = withHeaders(
    { 'Content-Type': 'text/plain' },
    create({ name: run.settings.mark, categoryId: 1 }),
  )
  return byStatus(await run.session.share(probe), { 400: '400', 415: '415' })
})

openPoint('method-not-allowed', async ({ session }) => {
  const reply = await session.share({ ...list(), method: 'PATCH', operation: undefined })
  return byStatus(reply, { 404: '404', 405: '405' })
})

openPoint('www-authenticate', async ({ session }) => {
  const { headers } = await session.share(asNobody(list()))
  return 'www-authenticate' in headers ? 'yes' : 'no'
})

openPoint('scheme-case', async (run) => {
  return byStatus(await lowerCaseScheme(run), { 200: 'any-case', 401: 'exact' })
})

openPoint('unauthenticated-meter', async ({ session }) => {
  const first = rateLimitOf(await session.share(asNobody(list())))
  const second = rateLimitOf(await session.send(asNobody(list())))
  if (first.reset !== second.reset) return unseen('the window changed in between')
  if (second.remaining < first.remaining) return 'by-address'
  return errorsCount(session) === 'yes'
    ? 'uncounted'
    : unseen('errors do not count, and it answers nothing else')
})

openPoint('deprecation-headers', async (run) => {
  const created = await added(run, { status: 'sold' })
  const { status, headers } = await run.session.share(get(String(memberOf(created.json, 'id'))))
  if (status !== 200) return unseen('no pet could be read')
  return 'deprecation' in headers || 'sunset' in headers ? 'standard' : 'none'
})
