import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OtherPets, type Pet } from './other-pets.ts'
import type { OtherDefect } from './other-defect.ts'
import { OtherLimits, type Standing } from './other-limits.ts'

export const OTHER_KEY = 'Oth3r.S3rvice~Key-0001'
export const OTHER_SECOND_KEY = 'Oth3r.S3rvice~Key-0002'

export interface OtherOptions {
  readonly pets?: number
  readonly defect?: OtherDefect
  /** Its clock, Unix milliseconds. */
  readonly now?: () => number
  /** How long its minute takes, for a test that cannot wait. */
  readonly minute?: number
}

/** A running service that shares nothing with our mock but the document that both were written from. */
export interface OtherService extends AsyncDisposable {
  readonly origin: string
  readonly baseUrl: string
  readonly secondBaseUrl: string
  /** Every request, such as `GET /v1/pets`, or `GET /v1/pets as nobody` without its key. */
  readonly requests: readonly string[]
  /** Sets what a key has left, which no client could. */
  leave(key: string, left: { readonly minute?: number; readonly day?: number }): void
}

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts the other service on a free port. */
export async function startOtherService(options: OtherOptions = {}): Promise<OtherService> {
  const service = new Service(options)
  const requests: string[] = []
  const server = createServer((request, response) => {
    const who = request.headers.authorization === `Bearer ${OTHER_KEY}` ? '' : ' as nobody'
    requests.push(`${request.method ?? ''} ${request.url ?? ''}${who}`)
    void service.reply(request).then(({ status, headers, content }) => {
      response.writeHead(status, headers).end(content)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: `${origin}/v1`,
    secondBaseUrl: `${origin}/rehearsal/v1`,
    requests,
    leave: (key, left) => {
      service.limitsOf(key).leave(left, service.now())
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

class Service {
  readonly now: () => number
  readonly #defect: OtherDefect | undefined
  readonly #pets: OtherPets
  readonly #minute: number
  readonly #limits = new Map<string, OtherLimits>()

  constructor({ pets = 40, defect, now = Date.now, minute = 60_000 }: OtherOptions) {
    this.now = now
    this.#minute = minute
    this.#defect = defect
    this.#pets = new OtherPets(pets, defect)
  }

  limitsOf(key: string): OtherLimits {
    const name = this.#has('keys are counted together') ? 'all' : key
    const limits = this.#limits.get(name) ?? new OtherLimits(this.#minute)
    this.#limits.set(name, limits)
    return limits
  }

  async reply(
    request: IncomingMessage,
  ): Promise<{ status: number; headers: OutgoingHttpHeaders; content: string }> {
    const url = new URL(request.url ?? '', 'http://other')
    const key = this.#keyOf(request, url)
    const { refused, standing } = this.#count(key)
    const answer = refused ? this.#tooMany(standing) : await this.#answer(request, url, key)
    const content = answer.body === undefined ? '' : written(answer.body)
    return {
      status: answer.status,
      headers: {
        Date: new Date(this.now()).toUTCString(),
        ...(content !== '' && { 'Content-Type': this.#typeOf(answer) }),
        ...(this.#has('401 has no rate limit') && answer.status === 401 ? {} : this.#rateLimit(standing)),
        ...answer.headers,
      },
      content: this.#has('errors are text') && answer.status >= 400 ? 'It did not work.' : content,
    }
  }

  #has(defect: OtherDefect): boolean {
    return this.#defect === defect
  }

  #keyOf({ headers }: IncomingMessage, { searchParams }: URL): string | undefined {
    const [, sent] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const key = this.#has('the key is taken from the query') ? (sent ?? searchParams.get('api_key')) : sent
    return key === OTHER_KEY || key === OTHER_SECOND_KEY ? key : undefined
  }

  #count(key: string | undefined): ReturnType<OtherLimits['admit']> {
    const now = this.now()
    // Who has no key is told the numbers of the Free plan, and is not counted.
    if (key === undefined) {
      return { refused: false, standing: { limit: 60, remaining: 60, reset: Math.ceil(now / 1000) + 60 } }
    }
    const counted = this.limitsOf(key).admit(this.#has('the window is not renewed') ? 1 : now)
    const { limit, remaining } = counted.standing
    if (this.#has('nothing is refused')) return { ...counted, refused: false }
    if (this.#has('the last of the minute is refused') && remaining === 0 && limit === 60) {
      return { refused: true, standing: { ...counted.standing, remaining: 1 } }
    }
    return this.#has('the day is not counted') && limit === 1000 ? { ...counted, refused: false } : counted
  }

  #rateLimit({ limit, remaining, reset }: Standing): object {
    const told = this.#has('Remaining is below zero') ? remaining - 60 : remaining
    return {
      'X-RateLimit-Limit': this.#has('Limit is a figure of no plan') ? 61 : limit,
      'X-RateLimit-Remaining': this.#has('Remaining does not fall') ? limit : told,
      'X-RateLimit-Reset': this.#has('Reset is in milliseconds') ? reset * 1000 : reset,
    }
  }

  #tooMany({ reset }: Standing): Answer {
    if (this.#has('Retry-After is missing')) return { status: 429 }
    const end = this.#has('Retry-After is too early') ? this.now() : reset * 1000
    const value = this.#has('Retry-After is no time') ? 'soon' : new Date(end).toUTCString()
    return { status: 429, headers: { 'Retry-After': value } }
  }

  #typeOf({ status, body }: Answer): string {
    if (this.#has('errors are text') && status >= 400) return 'text/plain'
    return this.#has('lists are text/html') && Array.isArray(body)
      ? 'text/html'
      : 'application/json;charset=UTF-8'
  }

  async #answer(request: IncomingMessage, url: URL, key: string | undefined): Promise<Answer> {
    const [, base = '', path = ''] = /^((?:\/rehearsal)?\/v1)(\/.*)$/.exec(url.pathname) ?? []
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    const body = await text(request)
    if (base === '' || (this.#has('the second base address is dead') && base !== '/v1')) {
      return this.#error(404, 'NO_SUCH_PATH')
    }
    if (key === undefined && !this.#isLetIn(request, method)) return this.#unauthorized(method, path, body)
    const [, id] = /^\/pets\/(.+)$/.exec(path) ?? []
    if (method === 'GET' && path === '/pets') return this.#list(url, base)
    if (method === 'POST' && path === '/pets') return this.#create(request, body, base)
    if (method === 'GET' && id !== undefined) return this.#read(id)
    return this.#error(404, 'NO_SUCH_PATH')
  }

  #isLetIn({ headers }: IncomingMessage, method: string): boolean {
    if (this.#has('any key will do')) return (headers.authorization ?? '').startsWith('Bearer ')
    return this.#has('no key is needed to read') && method === 'GET' && headers.authorization === undefined
  }

  #unauthorized(method: string, path: string, body: string): Answer {
    const isCreation = method === 'POST' && path === '/pets'
    if (isCreation && this.#has('what is unauthorized is stored')) this.#pets.add(body)
    const headers = { 'WWW-Authenticate': 'Bearer realm="pets"' }
    if (this.#has('401 has no Error body')) return { status: 401, body: { error: 'Unauthorized' }, headers }
    return { ...this.#error(401, 'KEY_NOT_ACCEPTED'), headers }
  }

  #list({ searchParams }: URL, base: string): Answer {
    const page = this.#pets.page(searchParams)
    if (page === undefined) return this.#error(400, 'LIMIT_TOO_GREAT')
    if (page.next === undefined) return { status: 200, body: page.pets }
    const link = `<${base}/pets?${page.next.toString()}>; rel="next"`
    return { status: 200, body: page.pets, headers: { Link: link } }
  }

  #create({ headers }: IncomingMessage, body: string, base: string): Answer {
    if (body === '' && this.#has('no body is a crash')) return this.#error(500, 'CRASH_REPORTED')
    const isJson = headers['content-type']?.startsWith('application/json') === true
    const pet = isJson ? this.#pets.add(body) : undefined
    if (pet === undefined) return this.#error(400, 'BODY_NOT_VALID')
    const status = this.#has('a creation is answered 200') ? 200 : 201
    return { status, body: pet, headers: { Location: `${base}/pets/${pet.id}` } }
  }

  #read(id: string): Answer {
    if (this.#has('getPet is removed')) return this.#error(404, 'OPERATION_REMOVED')
    if (this.#has('a negative id is refused') && id.startsWith('-')) return this.#error(400, 'ID_NOT_VALID')
    const pet: Pet | undefined = this.#pets.find(id)
    if (pet) return { status: 200, body: pet }
    if (this.#has('an unknown pet is an empty answer')) return { status: 200, body: {} }
    return this.#error(404, 'ANIMAL_NOT_FOUND')
  }

  #error(status: number, code: string): Answer {
    const told = this.#has('status in the body is wrong') ? 0 : status
    return { status, body: { message: `Sorry: ${code.toLowerCase()}`, status: told, code } }
  }
}

function written(body: unknown): string {
  return JSON.stringify(
    body,
    (_key, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value),
    2,
  )
}
