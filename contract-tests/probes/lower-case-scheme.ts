import { NotVerified } from '../engine/not-verified.ts'
import type { Exchange } from '../engine/exchange.ts'
import { list, withHeaders } from './requests.ts'
import type { Run } from '../engine/run.ts'

let asked: Promise<Exchange> | undefined

/** What comes for `bearer` in lower case, once a run; not verified where the key is not taken at all just then. */
export async function lowerCaseScheme(run: Run): Promise<Exchange> {
  asked ??= ask(run)
  const exchange = await asked
  run.session.lookAt([exchange])
  return exchange
}

async function ask({ session }: Run): Promise<Exchange> {
  const reply = await session.send(withHeaders({ Authorization: 'bearer {key}' }, list('?limit=1')))
  if (reply.status === 200) return reply
  // Others may have got the key banned, which may show in the same status.
  const usual = await session.send(list('?limit=1'), 'take')
  if (usual.status === 200) return reply
  throw new NotVerified('precondition missing', 'a key that is taken under its usual scheme')
}
