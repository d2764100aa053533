import { type Exchange, type Probe, readJson } from '../../contract-tests/engine/exchange.ts'
import { Unreachable, type Reply } from '../../contract-tests/engine/transport.ts'
import type { Ask, RunPorts } from '../../contract-tests/engine/ports.ts'
import { proxiesIn, valueOf, type Addresses } from '../../contract-tests/engine/proxies.ts'
import type { ServiceTime } from '../../contract-tests/engine/service-time.ts'
import { NotVerified } from '../../contract-tests/engine/verdicts.ts'
import { isOfGatewayStatus } from '../../contract-tests/history/unavailable.ts'
import { PROBE } from '../../contract-tests/probes/over-the-limit.ts'
import { createInvalid, get, OF_NO_PET } from '../../contract-tests/probes/requests.ts'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { pathOf } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Variables } from '../environment/environment.ts'

/**
 * Looks whether a Pet Store service answers there and accepts the key, with one request; a CommandError says why not.
 * What is wrong with its answers is for the suite to find. Where the list is not found, a second request, which no service can
 * take for a pet, looks whether pets can be added there (`mayWrite`). Where the list gets no reply, though something listens,
 * or a redirect, or the page of a gateway, a second request asks for one pet; and of a gateway, both are asked for some seconds more.
 */
export async function checkAddress(
  baseUrl: string,
  mayWrite: boolean,
  ask: Ask,
  pass: ServiceTime['pass'],
): Promise<void> {
  let reply = await firstReply(ask)
  if (reply === undefined) return
  const first = reply.received
  let problem = addressProblem(baseUrl, reply)
  for (const [time, wait] of WAITS_MS.entries()) {
    if (problem === undefined || !isOfGatewayStatus(reply)) break
    if (reply.received - first >= WAIT_MS) break
    const again = (probe: Probe): Promise<Exchange> => ask({ ...probe, moment: `again ${time}` })
    if (await showsOnePet(again)) return
    const until = `the service answers, where a gateway answers ${reply.status} now`
    if (!(await mayPass(pass(wait, { until, total: time === 0 ? WAIT_MS : 0 })))) break
    const next = await firstReply(again)
    // The run may send no more.
    if (next === undefined) break
    reply = next
    problem = addressProblem(baseUrl, reply)
  }
  if (problem !== undefined) {
    if ((isRedirect(reply) || isOfGatewayStatus(reply)) && (await showsOnePet(ask))) return
    throw new CommandError(problem)
  }
  if (reply.probe.operation !== PROBE.operation) return
  if (reply.status !== 404 || (mayWrite && (await refusesNoPet(ask)))) return
  throw new CommandError(listNotFound(baseUrl))
}

// As long as most services take to start, or an instance to leave its balancer.
const WAITS_MS = [1000, 2000, 4000]
const WAIT_MS = WAITS_MS.reduce((sum, wait) => sum + wait)

/** Whether the run may wait for so long. */
async function mayPass(passing: Promise<void>): Promise<boolean> {
  try {
    await passing
    return true
  } catch (error) {
    if (error instanceof NotVerified) return false
    throw error
  }
}

/** Why a service is none that can be tested, with a remark where the environment names a proxy, which may be the cause. */
export function beyondProxy(error: unknown, service: Addresses, variables: Variables): unknown {
  if (!(error instanceof CommandError)) return error
  const { origin, protocol } = new URL(service.baseUrl)
  const name = `${protocol.slice(0, -1)}_proxy`
  const used = proxiesIn(variables, service).get(origin)
  const unused = valueOf(name, variables)
  const ofAll = valueOf('all_proxy', variables)
  const remark = used
    ? [`${used.name} names its proxy`].filter(() => !error.message.includes(used.name))
    : unused
      ? [`${unused.name} is not used for it`]
      : ofAll
        ? [`${ofAll.name} is not used: name the proxy in ${name.toUpperCase()}`]
        : []
  const end = error.message.endsWith('?') ? ' ' : '. '
  return new CommandError([error.message, ...remark].join(end), { cause: error })
}

/** The reply to a request for the list, or for one pet where the list alone gets none. */
async function firstReply(ask: Ask): Promise<Exchange | undefined> {
  try {
    return await replyTo(PROBE, ask)
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return replyTo(get(OF_NO_PET), ask).catch(() => {
      throw error
    })
  }
}

function isUnanswered(error: unknown): boolean {
  if (error instanceof Unreachable) return error.isCut || error.isLate
  return error instanceof Error && isUnanswered(error.cause)
}

/** A reply; `undefined` where the service refuses or sends what cannot be read, which the suite reports. */
async function replyTo(probe: Probe, ask: Ask): Promise<Exchange | undefined> {
  try {
    return await ask(probe)
  } catch (error) {
    if (!(error instanceof NotVerified)) throw error
    if (error.reason === 'unreachable') throw new CommandError(error.detail, { cause: error })
    return undefined
  }
}

/**
 * Why a service at a base address is none that accepts the key, by its reply to a request for the list; `undefined` where it may
 * be one.
 */
export function addressProblem(baseUrl: string, { status, headers, body }: Reply): string | undefined {
  if (status === 401) return `${baseUrl} refuses the API key (401): check that it is the right one`
  if (isRedirect({ status })) {
    const target = headers['location'] ?? 'another address'
    return `${baseUrl} redirects to ${target}: ${afterRedirect(baseUrl + pathOf('listPets'), target)}`
  }
  const isJson = readJson(body) !== undefined
  if (status === 400 && !isJson && WANTS_TLS.test(body))
    return `${baseUrl} speaks TLS: did you mean ${baseUrl.replace(/^http:/, 'https:')}?`
  // JSON by another name is a service, whose breach the suite reports (BASE-3).
  if (/html/i.test(headers['content-type'] ?? '') && !isJson)
    return `${baseUrl} answers ${status} with an HTML page: ${status >= 500 ? DOWN : 'there is no Pet Store service there'}`
  return undefined
}

const DOWN = 'if a Pet Store service is there, it is down now. Try again later'

// What nginx, Apache and Go answer to a request without TLS.
const WANTS_TLS = /\bplain HTTP\b.* to (?:an? )?(?:HTTPS|SSL)\b|\bHTTP request to an HTTPS server\b/is

function isRedirect({ status }: Pick<Reply, 'status'>): boolean {
  return status >= 300 && status < 400
}

/** Whether a request for one pet is answered as the document says: then the service is there, and the list alone elsewhere. */
async function showsOnePet(ask: Ask): Promise<boolean> {
  const reply = await replyTo(get(OF_NO_PET), ask).catch(() => undefined)
  if (reply === undefined) return false
  const check = reply.status === 404 ? serviceSchemas.Error : serviceSchemas.Pet
  return [200, 404].includes(reply.status) && check(reply.json).length === 0
}

/** What a 404 to a request for the list says, where nothing else shows a service. */
export function listNotFound(baseUrl: string): string {
  return `${baseUrl}${pathOf('listPets')} is not found (404): is the base address right?`
}

/** Whether a body that is no JSON is refused as one: then pets can be added there, and the list alone is not found. */
async function refusesNoPet(ask: Ask): Promise<boolean> {
  const status = (await replyTo(createInvalid('{'), ask))?.status
  return status === 400 || status === 422
}

const LIST = new RegExp(`^(.*/v1)${pathOf('listPets')}$`)

/** Advice on a redirect: the base address to use, if it leads to the list of another service. */
function afterRedirect(url: string, target: string): string {
  const { origin, pathname } = URL.canParse(target, url) ? new URL(target, url) : new URL(url)
  const [, base] = LIST.exec(origin + pathname) ?? []
  return base === undefined || url.startsWith(`${base}/`)
    ? 'no Pet Store service answers at that address itself'
    : `give ${base}`
}

/** Loads Prism before anything is asked of a service; a CommandError says so where it is not installed. */
export async function givenPrism(): Promise<void> {
  const { loadPrism } = await import('../../contract-tests/opinions/prism/load-prism.ts')
  try {
    await loadPrism()
  } catch (error) {
    if (error instanceof CannotJudge) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

/** Prism as the second opinion of a run, loaded already. */
export async function givenSecondOpinion(): Promise<RunPorts['secondOpinion']> {
  await givenPrism()
  const { secondOpinion } = await import('../../contract-tests/opinions/prism/second-opinion.ts')
  return secondOpinion
}
