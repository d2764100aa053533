import type { HeaderLine } from '../../../contract-tests/opinions/proxy/headers.ts'
import { PSEUDONYM } from '../../../contract-tests/opinions/proxy/headers.ts'
import type { Reason } from '../../../mock/core/message/outcome.ts'
import { printable } from '../../../spec/wording.ts'

const NAME = 'Proxy-Status'
const LONGEST = 300

/** The header of a reply that the proxy made itself (RFC 9209), with the reason. */
export function madeHere(status: number, reason: Reason): readonly HeaderLine[] {
  return statusLines(`; error=${errorOf(status, reason)}`, whyOf(reason))
}

/** The header of a reply of the service that the proxy has changed. */
export function changedHere(why: string): readonly HeaderLine[] {
  return statusLines('', why)
}

/** A reason in one line, with the clause or open point that it rests on. */
export function whyOf({ rule, sentence }: Reason): string {
  return rule === undefined ? sentence : `${rule}: ${sentence}`
}

function errorOf(status: number, { step }: Reason): string {
  if (step !== 'forward' || status < 500) return 'http_request_denied'
  return status === 504 ? 'http_response_timeout' : 'destination_unavailable'
}

function statusLines(parameters: string, why: string): readonly HeaderLine[] {
  const details = printable(why)
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, LONGEST)
    .replaceAll(/["\\]/g, String.raw`\$&`)
  return [
    [NAME, `${PSEUDONYM}${parameters}; details="${details}"`],
    ['Access-Control-Expose-Headers', NAME],
  ]
}
