// Requests with values of some classes, and with values of the usual kind for all other inputs.
import { isInt64, parseInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { filledIn, type InputClass } from '../asked/input-class.ts'
import { type Probe, readJson } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { oddName } from '../history/odd-pets.ts'
import { memberOf } from '../history/values.ts'
import { oddCategory, withSearchStatus } from './additions.ts'
import { isSuccess } from '../history/history.ts'
import { asInexact, isOurs } from './nearly-keys.ts'
import { asNobody, create, createInvalid, get, list, withHeaders, withSpareKey } from './requests.ts'
import { onceMore } from './added.ts'

/** A request for an operation with samples of some of its classes; `undefined` where that is not safe on this service. */
export async function probeWith(
  run: Run,
  operation: OperationId,
  classes: readonly InputClass[],
): Promise<Probe | undefined> {
  const key = classes.find(({ place }) => place === 'key')
  const isLetIn = key === undefined || /^bearer \{key\}$/i.test(key.sample)
  if (!isLetIn && isOurs(run, key.sample)) return undefined
  // No pet is added, or read, under what the list takes for a key.
  if (!isLetIn && isSuccess(await run.session.share(withoutKey(list(), key)))) return undefined
  const probe =
    operation === 'createPet' ? await creationWith(run, classes, isLetIn) : readingWith(operation, classes)
  if (!isLetIn) return withoutKey(probe, key)
  if (key !== undefined && !key.sample.startsWith('Bearer'))
    return withHeaders({ Authorization: key.sample }, probe)
  return operation === 'createPet' ? probe : withSpareKey(run, probe)
}

function readingWith(operation: Exclude<OperationId, 'createPet'>, classes: readonly InputClass[]): Probe {
  if (operation === 'listPets') {
    const query = classes.flatMap(({ place, sample }) => (place === 'query' && sample !== '' ? [sample] : []))
    return list(query.length === 0 ? '' : `?${query.join('&')}`)
  }
  const id = classes.find(({ place }) => place === 'path')?.sample ?? '1'
  // The document names no operation for what is no int64, or one in another spelling.
  const number = parseInt64(id)
  return isInt64(number) && String(number) === id ? get(id) : { ...get(id), operation: undefined }
}

/** Clauses that say that a body is refused. */
const OF_REFUSALS = /^CREATE-[345]$/

async function creationWith(run: Run, classes: readonly InputClass[], isLetIn: boolean): Promise<Probe> {
  const { mark } = run.settings
  const isInvalid = classes.some(({ clauses }) => clauses.some((clause) => OF_REFUSALS.test(clause)))
  const plain = readJson((await onceMore(run)).body ?? '')
  const usual =
    isInvalid || !isLetIn
      ? { name: oddName(mark, 'class'), categoryId: await oddCategory(run) }
      : { name: memberOf(plain, 'name'), categoryId: memberOf(plain, 'categoryId') }
  const members = { name: stringifyJson(usual.name), categoryId: stringifyJson(usual.categoryId) }
  const sampleOf = (one: InputClass): string => filledIn(one.sample, mark, members)
  const others = classes.filter(({ place }) => place === 'member')
  const written = [
    ...new Map([...Object.entries(members), ...others.map((one) => [one.input, sampleOf(one)] as const)]),
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${value}`)
  const [body, type] = (['body', 'media type'] as const).map((wanted) =>
    classes.find(({ place }) => place === wanted),
  )
  const text = body === undefined ? `{${written.join(',')}}` : sampleOf(body)
  const probe = isInvalid ? createInvalid(await withSearchStatus(run, text)) : create(text)
  return ofType(type, body?.test.times === 0 ? withoutBody(probe) : probe)
}

function withoutBody({ body: _body, ...probe }: Probe): Probe {
  return probe
}

/** Of bodies of other types, or of JSON in another spelling of its type, the document says nothing. */
function ofType(type: InputClass | undefined, probe: Probe): Probe {
  const { 'Content-Type': usual, ...headers } = probe.headers
  if (type === undefined || type.sample === usual) return probe
  const own = type.sample === '' ? {} : { 'Content-Type': type.sample }
  return { ...probe, headers: { ...headers, ...own }, operation: undefined }
}

function withoutKey(probe: Probe, { sample }: InputClass): Probe {
  if (sample.startsWith('?')) {
    const separator = probe.path.includes('?') ? '&' : '?'
    return { ...asNobody(probe), path: probe.path + separator + sample.slice(1) }
  }
  const [, header, value = ''] = /^(X-[\w-]+): (.*)$/.exec(sample) ?? []
  return header === undefined ? asInexact(probe, sample) : withHeaders({ [header]: value }, asNobody(probe))
}
