// How a service writes its replies, as far as the document leaves that open.
import { pathOf } from '../../spec/operations.ts'
import { other, type Observation, type Seen } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { isObject, type JsonObject, memberOf, shown, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { readListed } from '../probes/given.ts'
import { asNobody, list } from '../probes/requests.ts'
import { givenAccepted } from './pet.ts'

const DOCUMENTED = ['id', 'name', 'categoryId', 'status']
// The document lists the fields of a new pet, and then the id.
const ORDERS = [DOCUMENTED, ['name', 'categoryId', 'status', 'id']]

const STYLES = [
  ['snake', /^[a-z\d]+(?:_[a-z\d]+)*$/],
  ['kebab', /^[a-z\d]+(?:-[a-z\d]+)*$/],
  ['screaming', /^[A-Z\d]+(?:_[A-Z\d]+)*$/],
  ['dotted', /^[a-z\d]+(?:\.[a-z\d]+)*$/],
] as const

export const writingPoints: readonly Observation[] = [
  {
    id: 'location-on-201',
    observe: async (run) => {
      const { headers, json } = await givenAccepted(run)
      const location = headers['location']
      if (location === undefined) return 'no'
      const asked = `${run.settings.baseUrl}${pathOf('listPets')}`
      if (leadsTo(pathOf('getPet', idText(json)), location, asked)) return 'yes'
      return other(`it holds ${location}, not the path of the new pet`)
    },
  },
  {
    id: 'extra-response-fields',
    observe: async (run) => {
      const { pet } = await givenShown(run)
      const more = Object.keys(pet).filter((name) => !DOCUMENTED.includes(name))
      return more.length === 0 ? 'none' : { variant: 'some', detail: more.join(', ') }
    },
  },
  {
    id: 'json-style',
    observe: async (run) => {
      const { pet, body } = await givenShown(run)
      const names = Object.keys(pet).filter((name) => DOCUMENTED.includes(name))
      const isIn = (order: readonly string[]): boolean =>
        order.filter((name) => names.includes(name)).join() === names.join()
      const frame = body.trim().replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
      if (ORDERS.some(isIn) && !/\s/.test(frame)) return 'compact'
      if (!isIn(DOCUMENTED) && /\n\s/.test(frame)) return 'indented-shuffled'
      const spacing = frame.includes('\n') ? 'indented' : /\s/.test(frame) ? 'with blanks' : 'without spaces'
      return other(`${spacing}, the fields in the order ${names.join(', ')}`)
    },
  },
  {
    id: 'charset-parameter',
    observe: (run) => {
      const types = ofDocument(run).filter(({ headers }) => /json/i.test(headers['content-type'] ?? ''))
      return oneOf(run, types, 'a reply of application/json', ({ headers }) =>
        /charset/i.test(headers['content-type'] ?? '') ? 'present' : 'absent',
      )
    },
  },
  {
    id: 'error-code-style',
    observe: async (run) => {
      await run.session.share(asNobody(list()))
      const errors = ofDocument(run).filter(({ status, json }) => status >= 400 && isObject(json))
      const codes = [...new Set(errors.map(({ json }) => memberOf(json, 'code')))].filter(
        (code) => typeof code === 'string',
      )
      run.session.lookAt(errors)
      return codeStyle(codes)
    },
  },
  {
    id: 'www-authenticate',
    observe: async (run) => {
      await run.session.share(asNobody(list()))
      const refusals = ofDocument(run).filter(
        ({ status, probe }) => status === 401 && probe.caller === 'nobody',
      )
      return oneOf(run, refusals, 'a 401', ({ headers }) => ('www-authenticate' in headers ? 'yes' : 'no'))
    },
  },
  {
    id: 'deprecation-headers',
    observe: async (run) => {
      const { status, headers } = await readListed(run)
      if (status !== 200) return missing('no pet could be read')
      return announcement(headers)
    },
  },
]

/** A pet that is the body of a reply: the one that the run adds or, where it adds none, one that is read. */
async function givenShown(run: Run): Promise<{ readonly pet: JsonObject; readonly body: string }> {
  if (!run.settings.readOnly) {
    const { body, json } = await givenAccepted(run)
    return isObject(json) ? { pet: json, body } : missing('a pet that was added (CREATE-1)')
  }
  const { status, body, json } = await readListed(run)
  return status === 200 && isObject(json) ? { pet: json, body } : missing('a pet that is read')
}

/** How the headers of a reply announce a deprecation, if they do (RFC 9745 §2.1, RFC 8594 §3). */
export function announcement({ deprecation, sunset }: Exchange['headers']): Seen {
  if (deprecation === undefined && sunset === undefined) return 'none'
  if (sunset === undefined) return other('deprecation alone')
  if (deprecation === undefined) return other('sunset alone')
  if (/^@-?\d+$/.test(deprecation) && !Number.isNaN(Date.parse(sunset))) return 'standard'
  return other(`Deprecation: ${shown(deprecation)}, Sunset: ${shown(sunset)}`)
}

/** In which style error codes are written; a single word may be of several. */
export function codeStyle(codes: readonly string[]): Seen {
  const fits = STYLES.filter(([, pattern]) =>
    codes.every((code) => pattern.test(code) && /[a-z]/i.test(code)),
  )
  const [first, second] = fits
  if (codes.length === 0) return missing('an error with a code')
  if (first === undefined) return other(`codes such as ${codes.slice(0, 4).map(shown).join(', ')}`)
  return second === undefined
    ? first[0]
    : missing('all codes are single words, which are the same in every style')
}

/** The common observation of many exchanges; if they differ, one of each kind. */
function oneOf(
  { session }: Run,
  exchanges: readonly Exchange[],
  what: string,
  variantOf: (exchange: Exchange) => string,
): Seen {
  session.lookAt(exchanges)
  const kinds = Map.groupBy(exchanges, variantOf)
  const [first] = kinds.keys()
  if (first === undefined) return missing(what)
  if (kinds.size === 1) return first
  const examples = Array.from(kinds, ([variant, [one]]) => `${variant} in ${where(one)}`)
  return other(examples.join('; '))
}

function where(exchange: Exchange | undefined): string {
  return exchange === undefined
    ? ''
    : `${exchange.status} for ${exchange.probe.method} ${exchange.probe.path}`
}

/** The exchanges that the document speaks of, at the first base address. */
function ofDocument({ session }: Run): readonly Exchange[] {
  return session.exchanges.filter(({ probe }) => probe.operation !== undefined && probe.base === undefined)
}

/** Whether a Location leads to a path, given the address that was asked, which it may be relative to (RFC 9110 §10.2.2). */
export function leadsTo(path: string, location: string, asked: string): boolean {
  return URL.parse(location, asked)?.pathname.endsWith(path) === true
}
