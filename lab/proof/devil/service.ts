/** Takes a request through key, ban and limit to its operation, and back to a reply. */
import { Accounts, entry, type Account, type Key } from './accounts.ts'
import { createPet, deprecationOf, getPet, listPets, parsed, type Scene } from './actions.ts'
import { Breaker, type Flight } from './breaker.ts'
import { Choices, type Mix } from './devilries.ts'
import { Obj, oddInt, plainInt } from './json.ts'
import { Anonymous, retryAfter, type Ban, type RateLimit } from './limits.ts'
import { fill, Neighbours } from './neighbours.ts'
import { elsewhere, isDescribed, notAllowed, options, otherMethod } from './others.ts'
import { hash } from './random.ts'
import { Speaker, type DevilReply, type Draft } from './reply.ts'
import { keyOf, readRequest, type Asked, type Base, type DevilRequest } from './request.ts'
import { nameAs } from './rules.ts'
import { asStatus, Ids, Store } from './store.ts'

interface Shelf {
  readonly store: Store
  readonly neighbours: Neighbours
}

export class Service {
  readonly breaker: Breaker
  readonly #choices: Choices
  readonly #seed: number
  readonly #keys: readonly Key[]
  readonly #time: () => number
  readonly #speaker: Speaker
  readonly #ids = new Map<Base, Ids>()
  readonly #shelves = new Map<string, Shelf>()
  readonly #accounts: Accounts
  readonly #anonymous: Anonymous
  #requests = 0

  constructor(mix: Mix, seed: number, keys: readonly Key[], breach: string | undefined, time: () => number) {
    this.#choices = new Choices(mix, seed)
    this.#seed = seed
    this.#keys = keys
    this.#accounts = new Accounts(keys, this.#choices)
    this.#time = time
    this.#speaker = new Speaker(this.#choices, seed)
    this.#anonymous = new Anonymous(this.#choices)
    this.breaker = new Breaker(breach)
    for (const base of ['main', 'staging'] as const)
      keys.forEach((key, place) => this.#shelf(base, this.#accounts.owner({ ...key, place })))
  }

  handle(request: DevilRequest, flight: Flight): DevilReply {
    const n = this.#requests++
    const now = this.#time()
    for (const { neighbours } of this.#shelves.values()) neighbours.act(now)
    const asked = readRequest(request, this.#choices, n)
    if (asked.method === 'POST') this.#overhear(asked.body)
    const account = this.#account(asked, n)
    flight.key = account?.key
    const draft =
      account === undefined ? this.#withoutKey(asked, n) : this.#withKey(asked, account, flight, now, n)
    const reported =
      account === undefined ? this.#anonymous.report(now, n) : this.#reported(account, asked.base, now, n)
    const said: Draft = isRead(asked)
      ? { ...draft, headers: { ...this.#deprecation(n), ...draft.headers } }
      : draft
    const isList = asked.route.to === 'pets' && asked.method === 'GET'
    const reply = this.#speaker.say(
      this.breaker.draft(said, isList),
      reported,
      now,
      n,
      asked.method === 'HEAD',
    )
    return this.breaker.hidesLimits(reply.status) ? withoutLimits(reply) : reply
  }

  setRemaining(key: string, left: { readonly minute?: number; readonly day?: number }): void {
    const now = this.#time()
    for (const base of ['main', 'staging'] as const) {
      const quota = this.#accounts.quota(
        base,
        this.#accounts.find(key) ?? { key, plan: 'free', place: undefined },
      )
      if (left.minute !== undefined) quota.minute.setLeft(now, Math.min(left.minute, quota.minute.limit))
      if (left.day !== undefined) quota.day.setLeft(now, Math.min(left.day, quota.day.limit))
    }
  }

  /** The others never add an exact copy of a pet that the client sent, be it created or refused. */
  #overhear(text: string | undefined): void {
    for (const { neighbours } of this.#shelves.values()) neighbours.seesBody(text ?? '')
    const body = parsed(text)
    if (!(body instanceof Obj)) return
    const name = body.get('name')
    const categoryId = plainInt(body.get('categoryId')) ?? oddInt(body.get('categoryId'))
    if (typeof name !== 'string' || categoryId === undefined) return
    const status = asStatus(body.get('status')) ?? asStatus(this.#choices.of('defaultStatus'))
    const sent = { name: nameAs(name, this.#choices.of('nameForm')), categoryId, status }
    for (const { neighbours } of this.#shelves.values()) neighbours.sees(sent)
  }

  // ---- Who calls

  #account(asked: Asked, n: number): Account | undefined {
    const shown = keyOf(asked, this.#choices, n)
    const isValid = shown !== undefined && this.#accounts.find(shown) !== undefined
    const key = this.breaker.key(isValid ? shown : undefined, isRead(asked), this.#keys[0]?.key)
    return key === undefined ? undefined : this.#accounts.find(key)
  }

  // ---- What they get

  #withoutKey(asked: Asked, n: number): Draft {
    const scene = { speaker: this.#speaker, choices: this.#choices, requestNumber: n }
    const unauthorized = this.#unauthorized('the API key is missing or invalid', n)
    if (isDescribed(asked)) return unauthorized
    if (asked.route.to === 'elsewhere') {
      return this.#choices.of('elsewhere') === '404'
        ? this.#speaker.error(404, 'there is nothing here', n)
        : unauthorized
    }
    if (this.#choices.of('methodOrKey') === 'key-first') return unauthorized
    if (asked.method === 'OPTIONS') return options(asked, scene)
    const status = this.#choices.of(asked.method === 'HEAD' ? 'head' : 'otherMethods')
    return status === 'as-get' || status === 'served'
      ? unauthorized
      : notAllowed(asked, Number(status), scene)
  }

  #withKey(asked: Asked, account: Account, flight: Flight, now: number, n: number): Draft {
    const ban = this.#accounts.ban(account.key)
    if (ban.holds(now)) return this.#banned(ban, now, n)
    if (this.breaker.bansOther(account.key, now))
      return this.#speaker.error(403, 'this key is banned for a while', n)
    const quota = this.#accounts.quota(asked.base, account)
    const mayCount = isDescribed(asked) || this.#choices.of('otherRequestsCount') === 'yes'
    if (mayCount && this.breaker.wait(quota.wait(now), flight) > 0) {
      quota.refuse(now)
      ban.refused(now, quota.wait(now))
      this.breaker.refused(account.key, now)
      const form = this.#choices.at('retryAfter', '', n)
      return this.#speaker.refusal(retryAfter(now, this.breaker.reportedWait(quota.wait(now)), form), n)
    }
    ban.served()
    const draft = this.#perform(asked, this.#scene(asked, account, flight, now, n))
    if (mayCount && !this.#isFree(draft.status) && this.breaker.counts(flight)) quota.take(now)
    flight.counted = true
    return draft
  }

  #perform(asked: Asked, scene: Scene): Draft {
    const { choices, speaker, requestNumber: n } = scene
    const { method, route } = asked
    const accept = asked.headers['accept'] ?? '*/*'
    if (!/\*\/\*|application\/(json|\*)/i.test(accept) && choices.at('accept', accept, n) === '406') {
      return speaker.error(406, 'only application/json can be had', n)
    }
    if (method === 'GET' && asked.body !== undefined && choices.of('bodyOnGet') === '400') {
      return speaker.error(400, 'a body is not expected', n)
    }
    if (route.to === 'elsewhere') return elsewhere(asked, scene)
    if (method === 'OPTIONS') return options(asked, scene)
    if (method === 'HEAD' && choices.of('head') !== 'as-get')
      return notAllowed(asked, Number(choices.of('head')), scene)
    if (method === 'GET' || method === 'HEAD')
      return route.to === 'pets' ? listPets(asked, scene) : getPet(route.id, scene)
    return method === 'POST' && route.to === 'pets' ? createPet(asked, scene) : otherMethod(asked, scene)
  }

  #scene(asked: Asked, account: Account, flight: Flight, now: number, requestNumber: number): Scene {
    const shelf = this.#shelf(asked.base, this.#accounts.owner(account))
    const { breaker } = this
    const ids = this.#idsOf(asked.base)
    return {
      ...shelf,
      choices: this.#choices,
      speaker: this.#speaker,
      seed: this.#seed,
      breaker,
      flight,
      ids,
      now,
      requestNumber,
    }
  }

  #banned(ban: Ban, now: number, n: number): Draft {
    ban.again(now)
    const status = this.#choices.of('banStatus')
    const form = this.#choices.at('retryAfter', '', n)
    const wait = ban.until - now
    if (status === '429') return this.#speaker.refusal(retryAfter(now, wait, form), n)
    const headers: Draft['headers'] =
      this.#choices.of('banTold') === 'yes' ? { 'Retry-After': retryAfter(now, wait, form) } : {}
    if (status === '401') return this.#unauthorized('the API key is banned for a while', n, headers)
    return this.#speaker.error(403, 'the API key is banned for a while', n, headers)
  }

  #unauthorized(why: string, n: number, headers: Draft['headers'] = {}): Draft {
    const challenges: Readonly<Record<string, string>> = {
      bearer: 'Bearer',
      'bearer-realm': 'Bearer realm="pets", error="invalid_token"',
    }
    const challenge = challenges[this.#choices.of('challenge')]
    return this.#speaker.error(
      401,
      why,
      n,
      challenge === undefined ? headers : { 'WWW-Authenticate': challenge, ...headers },
    )
  }

  #isFree(status: number): boolean {
    const rule = this.#choices.of('errors')
    if (rule === 'free') return status >= 400
    return rule === `${status}-free`
  }

  #reported(account: Account, base: Base, now: number, n: number): RateLimit {
    const reportOf = (one: Account): RateLimit =>
      this.#accounts.quota(base, one).report(now, this.#choices, n)
    return this.breaker.reported(reportOf(account), account.key, (key) =>
      reportOf(this.#accounts.find(key) ?? account),
    )
  }

  #deprecation(n: number): Draft['headers'] {
    return deprecationOf({ choices: this.#choices, requestNumber: n })
  }

  // ---- What belongs to whom

  #shelf(base: Base, owner: string): Shelf {
    const shared = base === 'main' || ['same-pets', 'all-the-same'].includes(this.#choices.of('staging'))
    const name = `${shared ? 'main' : 'staging'} ${owner}`
    const there = this.#shelves.get(name)
    if (there !== undefined) return there
    const ids = this.#idsOf(shared ? 'main' : base)
    const store = new Store(this.#choices.of('order'), this.#seed)
    const seed = hash(this.#seed, name)
    fill(store, ids, this.#choices.of('initial'), this.#time(), seed)
    const shelf = { store, neighbours: new Neighbours(this.#choices, store, ids, seed) }
    this.#shelves.set(name, shelf)
    return shelf
  }

  #idsOf(base: Base): Ids {
    const shared = base === 'main' || ['same-pets', 'all-the-same'].includes(this.#choices.of('staging'))
    return entry(this.#ids, shared ? 'main' : base, () => new Ids(this.#choices.of('ids'), this.#seed))
  }
}

function isRead(asked: Asked): boolean {
  return asked.method === 'GET' && asked.route.to === 'pet'
}

function withoutLimits(reply: DevilReply): DevilReply {
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !/^x-ratelimit/i.test(name)),
  )
  return { ...reply, headers }
}
