import { redactKey } from '../../../core/message/redact.ts'
import { clientIds } from '../../../scenarios/clients.ts'
import { keyOfRun, keyStart } from '../../../scenarios/run-keys.ts'

/** As much of the redacted key of a run as is known from the client that sent it: `naive-demo-…2n`; `undefined` for any other key. */
export function formOfRunKey(redacted: string, client: string): string | undefined {
  const id = clientIds.find((one) => one === client)
  const end = redacted.slice(redacted.indexOf('…') + 1)
  const isOfRun = id && redactKey(keyOfRun({ client: id, tag: end.padStart(4, '0') })) === redacted
  return isOfRun ? `${keyStart(id)}…${end}` : undefined
}
