/** Replies before they are written, and the many ways to write them. */
import type { Choices } from './devilries.ts'
import type { RateLimit } from './limits.ts'
import { Num, Obj, write, type Json, type Style } from './json.ts'
import { hash } from './random.ts'

export interface DevilReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Draft {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body. */
  readonly body: Json | undefined
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  410: 'gone',
  415: 'unsupported_media_type',
  422: 'unprocessable',
  429: 'too_many_requests',
  501: 'not_implemented',
}

export class Speaker {
  readonly #choices: Choices
  readonly #seed: number

  constructor(choices: Choices, seed: number) {
    this.#choices = choices
    this.#seed = seed
  }

  error(status: number, why: string, requestNumber: number, headers: Draft['headers'] = {}): Draft {
    const body: [string, Json][] = [
      ['code', this.#code(status, why)],
      ['message', this.#message(why)],
      ['status', new Num(status)],
    ]
    return { status, headers, body: new Obj([...body, ...this.#extras(status, requestNumber)]) }
  }

  /** The body of a 429, whose shape is free. */
  refusal(retryAfter: string, requestNumber: number): Draft {
    const headers = { 'Retry-After': retryAfter }
    switch (this.#choices.at('body429', '', requestNumber)) {
      case 'object':
        return {
          status: 429,
          headers,
          body: new Obj([
            ['detail', 'slow down'],
            ['status', 'limited'],
            ['retry', null],
          ]),
        }
      case 'empty':
        return { status: 429, headers, body: undefined }
      case 'text':
        return { status: 429, headers, body: 'Too many requests' }
      case 'array':
        return { status: 429, headers, body: [] }
      default:
        return this.error(429, 'the rate limit is exceeded', requestNumber, headers)
    }
  }

  #code(status: number, why: string): string {
    switch (this.#choices.of('errorCodes')) {
      case 'by-message':
        return why.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
      case 'numeric':
        return String(status * 100 + (why.length % 100))
      case 'constant':
        return 'ERROR'
      case 'opaque-each':
        return `E${hash(this.#seed, why).toString(36)}`
      default:
        return WORDS[status] ?? 'error'
    }
  }

  #message(why: string): string {
    switch (this.#choices.of('errorMessages')) {
      case 'foreign':
        return `Das ging nicht gut – «${why.toUpperCase()}» 🐾`
      case 'long':
        return `${why}\n`.repeat(40)
      default:
        return why
    }
  }

  #extras(status: number, requestNumber: number): readonly (readonly [string, Json])[] {
    switch (this.#choices.at('errorExtras', '', requestNumber)) {
      case 'details':
        return [
          [
            'details',
            [
              new Obj([
                ['field', 'name'],
                ['issue', null],
              ]),
            ],
          ],
          ['requestId', new Num(2n ** 60n + 1n)],
        ]
      case 'misleading':
        return [
          ['id', new Num(1)],
          ['name', 'Rex'],
          ['categoryId', new Num(1)],
          ['error', new Obj([['status', new Num(status === 404 ? 200 : 500)]])],
        ]
      default:
        return []
    }
  }

  /** Writes a draft out. */
  say(
    draft: Draft,
    reported: RateLimit,
    now: number,
    requestNumber: number,
    withoutBody: boolean,
  ): DevilReply {
    const headers: Record<string, string> = {}
    const put = (name: string, value: string): void => {
      headers[this.#headerName(name, requestNumber)] = value
    }
    if (draft.body !== undefined) put('Content-Type', this.#contentType(requestNumber))
    put('X-RateLimit-Limit', String(reported.limit))
    put('X-RateLimit-Remaining', String(reported.remaining))
    put('X-RateLimit-Reset', String(reported.reset))
    if (this.#choices.of('dateHeader') === 'yes') put('Date', new Date(now).toUTCString())
    for (const [name, value] of Object.entries(draft.headers)) put(name, value)
    const body = draft.body === undefined || withoutBody ? '' : write(draft.body, this.#style(requestNumber))
    return { status: draft.status, headers, body }
  }

  #style(requestNumber: number): Style {
    return {
      spacing: this.#choices.at('spacing', '', requestNumber),
      order: this.#choices.of('memberOrder'),
      shuffle: (name) => hash(this.#seed, requestNumber, name),
    }
  }

  #contentType(requestNumber: number): string {
    switch (this.#choices.at('charset', '', requestNumber)) {
      case 'utf-8':
        return 'application/json; charset=utf-8'
      case 'quoted':
        return 'application/json;charset="UTF-8"'
      case 'upper':
        return 'Application/JSON'
      default:
        return 'application/json'
    }
  }

  #headerName(name: string, requestNumber: number): string {
    switch (this.#choices.at('headerCase', '', requestNumber)) {
      case 'lower':
        return name.toLowerCase()
      case 'upper':
        return name.toUpperCase()
      case 'mixed':
        return name.replace(/[a-z]/gi, (letter) =>
          hash(this.#seed, name, letter) % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase(),
        )
      default:
        return name
    }
  }
}
