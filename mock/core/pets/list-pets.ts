import { MOST_CHARACTERS } from '../memory/bounds.ts'
import { settle, type Choices, type OpenPointId } from '../../../spec/choices.ts'
import { limitBounds, pathOf, petStatuses } from '../../../spec/operations.ts'
import type { PetStatus } from '../../../spec/wire.ts'
import { counted } from '../../../spec/wording.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import {
  isRefusal,
  refusal,
  type HeaderList,
  type Outcome,
  type Reason,
  type Refusal,
} from '../message/outcome.ts'
import { parseQuery, type Query, type Request } from '../message/request.ts'
import { petJson, type Page, type PetStore, type WrittenPage } from './pet-store.ts'

interface ListParameters {
  /** 0 for a page of no pets, which leads to none. */
  readonly limit: number
  /** `nothing` is a filter that no pet passes. */
  readonly status: PetStatus | 'nothing' | undefined
  readonly start: number | undefined
}

/** GET /pets: one page of pets, filtered by status (section Endpoints). */
export function listPets(pets: PetStore, request: Request, choices: Choices): Awaitable<Outcome> {
  const query = parseQuery(request.query)
  const parameters = readParameters(query, choices)
  if (isRefusal(parameters)) return parameters
  const { limit, status, start } = parameters
  const page =
    status === 'nothing' || limit === 0
      ? { pets: [], total: 0, next: undefined }
      : pets.page({ status, limit, start, order: choices['list-order'] })
  return andThen(page, (page) => pageOutcome(page, request, query, choices))
}

function pageOutcome(page: Page, request: Request, query: Query, choices: Choices): Outcome {
  const { json, reason } = written(page, choices)
  return { status: 200, json, reason, headers: nextPage(request, query, page, choices) }
}

function written(page: Page, choices: Choices): WrittenPage {
  const style = choices['extra-response-fields']
  if (page.written?.style === style) return page.written
  const sentence = `listed ${page.pets.length} of ${counted(page.total, 'pet')}`
  const reason: Reason = { step: 'act', rule: 'LIST-1', sentence }
  const whole = { style, json: listJson(page.pets, choices), reason }
  if (whole.json.length <= MOST_CHARACTERS.cachedPage) page.written = whole
  return whole
}

// Brackets around a joined text would have it copied once more, when it is sent.
function listJson(pets: Page['pets'], choices: Choices): string {
  const texts = pets.map((pet) => petJson(pet, choices))
  const last = texts.length - 1
  if (last === -1) return '[]'
  texts[0] = `[${texts[0]}`
  texts[last] = `${texts[last]}]`
  return texts.join(',')
}

function readParameters(query: Query, choices: Choices): ListParameters | Refusal {
  if (query.size === 0) return { limit: limitBounds.default, status: undefined, start: undefined }
  const paged = isPaged(choices)
  const unknown = firstUnknown(query, paged)
  if (unknown !== undefined && settle(choices, 'unknown-query-parameter', { '400': true, ignored: false })) {
    const message = `The query parameter ${quote(unknown)} is not known`
    return refusal('unknown_query_parameter', message, { step: 'act', rule: 'unknown-query-parameter' })
  }
  const limit = readLimit(query.get('limit'), choices)
  if (typeof limit !== 'number') return limit
  const status = readStatus(query.get('status'), choices)
  if (typeof status === 'object') return status
  const start = paged ? readCursor(query.get('cursor')) : undefined
  return typeof start === 'object' ? start : { limit, status, start }
}

function isPaged(choices: Choices): boolean {
  return settle(choices, 'further-pages', { link: true, none: false })
}

function firstUnknown(query: Query, paged: boolean): string | undefined {
  for (const name of query.keys()) {
    if (name !== 'limit' && name !== 'status' && !(paged && name === 'cursor')) return name
  }
  return undefined
}

function readLimit(values: readonly string[] | undefined, choices: Choices): number | Refusal {
  const { least, most, default: usual } = limitBounds
  if (!values) return usual
  const [text = ''] = values
  if (values.length !== 1 || !/^-?\d+$/.test(text)) {
    const isRefused = settle(choices, 'limit-not-a-number', { '400': true, ignored: false })
    return isRefused ? badLimit(values, 'limit-not-a-number') : usual
  }
  const number = Number(text)
  if (number < least) {
    const below = { '400': undefined, clamped: least, ignored: usual, 'empty-list': 0 }
    return settle(choices, 'limit-below-1', below) ?? badLimit(values, 'limit-below-1')
  }
  if (number <= most) return number
  const above = { '400': undefined, clamped: most, ignored: usual }
  return settle(choices, 'limit-above-100', above) ?? badLimit(values, 'limit-above-100')
}

function badLimit(values: readonly string[], rule: OpenPointId): Refusal {
  const { least, most } = limitBounds
  return refusal(
    'invalid_limit',
    `limit must be one whole number from ${least} to ${most}, not ${quote(values.join(', '))}`,
    { step: 'act', rule },
  )
}

function readStatus(
  values: readonly string[] | undefined,
  choices: Choices,
): ListParameters['status'] | Refusal {
  if (!values) return undefined
  const status = values.length === 1 ? petStatuses.find((status) => status === values[0]) : undefined
  if (status) return status
  const rule = values.join() === '' && values.length === 1 ? 'empty-status-filter' : 'invalid-status-filter'
  switch (choices[rule]) {
    case '400':
      return refusal(
        'invalid_status',
        `status must be one of ${petStatuses.join(', ')}, not ${quote(values.join(', '))}`,
        { step: 'act', rule },
      )
    case 'ignored':
      return undefined
    case 'empty-list':
      return 'nothing'
  }
}

function readCursor(values: readonly string[] | undefined): number | undefined | Refusal {
  if (!values) return undefined
  const [text = ''] = values
  if (values.length === 1 && /^p[0-9a-z]{1,8}$/.test(text)) return Number.parseInt(text.slice(1), 36)
  return refusal('invalid_cursor', `cursor ${quote(values.join(', '))} was not given out by this service`, {
    step: 'act',
    rule: 'further-pages',
  })
}

function nextPage(request: Request, query: Query, page: Page, choices: Choices): HeaderList | undefined {
  if (page.next === undefined || !isPaged(choices)) return undefined
  const parameters = new URLSearchParams()
  for (const [name, values] of query) for (const value of values) parameters.append(name, value)
  parameters.set('cursor', `p${page.next.toString(36)}`)
  return ['Link', `<${request.base}${pathOf('listPets')}?${parameters.toString()}>; rel="next"`]
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
