// Requests with a value of a class, and with values of the usual kind for all other inputs.
import { isInt64, parseInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { filledIn, type InputClass } from '../asked/input-class.ts'
import { type Probe, readJson } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { oddName } from '../history/odd-pets.ts'
import { memberOf } from '../history/values.ts'
import { litterCategory } from './additions.ts'
import { askedOperation } from './each-operation.ts'
import { isServed } from './given.ts'
import {
  asNobody,
  create,
  createInvalid,
  get,
  list,
  onceMore,
  withHeaders,
  withSpareKey,
} from './requests.ts'

/** A request with the sample of a class; `undefined` where it is not safe on this service. */
export async function classProbe(run: Run, one: InputClass): Promise<Probe | undefined> {
  const sample = filledIn(one.sample, run.settings.mark)
  switch (one.place) {
    case 'query':
      return withSpareKey(run, list(`?${sample}`))
    case 'path':
      // The document names no operation for what is no int64.
      return isInt64(parseInt64(sample))
        ? withSpareKey(run, get(sample))
        : { ...withSpareKey(run, get(sample)), operation: undefined }
    case 'key':
      return keyProbe(run, one)
    case 'media type': {
      const plain = await onceMore(run)
      const { 'Content-Type': _type, ...headers } = plain.headers
      // Of bodies of other types, or of this one in another spelling, the document says nothing.
      return {
        ...plain,
        headers: { ...headers, ...(sample !== '' && { 'Content-Type': sample }) },
        operation: undefined,
      }
    }
    case 'body':
    case 'member':
      return bodyProbe(run, one)
  }
}

/** Clauses that say that a body is refused. */
const OF_REFUSALS = /^CREATE-[345]$/

async function bodyProbe(run: Run, one: InputClass): Promise<Probe> {
  const isInvalid = one.clauses.some((clause) => OF_REFUSALS.test(clause))
  const plain = readJson((await onceMore(run)).body ?? '')
  const usual = isInvalid
    ? { name: oddName(run.settings.mark, 'class'), categoryId: await litterCategory(run) }
    : { name: memberOf(plain, 'name'), categoryId: memberOf(plain, 'categoryId') }
  const members = { name: stringifyJson(usual.name), categoryId: stringifyJson(usual.categoryId) }
  const sample = filledIn(one.sample, run.settings.mark, members)
  const entries = Object.entries({ ...members, ...(one.place === 'member' && { [one.input]: sample }) })
  const written = entries.filter(([, value]) => value !== '').map(([name, value]) => `"${name}":${value}`)
  const text = one.place === 'body' ? sample : `{${written.join(',')}}`
  const probe = isInvalid ? createInvalid(text) : create(text)
  if (one.place === 'member' || one.test.times !== 0) return probe
  const { body: _body, ...bodiless } = probe
  return bodiless
}

/** The list shows first that such a key is refused: no pet is added under a key that may be somebody's. */
async function keyProbe(run: Run, { operation, sample }: InputClass): Promise<Probe | undefined> {
  if (sample.startsWith('bearer')) {
    const usual = operation === 'createPet' ? await onceMore(run) : askedOperation(operation).withoutKey(run)
    return withHeaders({ Authorization: sample }, usual)
  }
  const refused = await run.session.share(withoutKey(list(), sample))
  if (isServed(refused) || operation === 'listPets') return undefined
  if (operation === 'getPet') return withoutKey(askedOperation(operation).withoutKey(run), sample)
  const odd = { name: oddName(run.settings.mark, 'key'), categoryId: await litterCategory(run) }
  return withoutKey(create(odd), sample)
}

function withoutKey(probe: Probe, sample: string): Probe {
  if (sample.startsWith('?')) return { ...asNobody(probe), path: probe.path + sample }
  const [, header, value = ''] = /^(X-[\w-]+): (.*)$/.exec(sample) ?? []
  return header === undefined ? asNobody(probe, sample) : withHeaders({ [header]: value }, asNobody(probe))
}
