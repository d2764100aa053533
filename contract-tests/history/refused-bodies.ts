import { sentBody } from './bodies.ts'
import { type History, isSuccess, isWithKey, type RecordedExchange, remembering } from './history.ts'

/**
 * Creations with a valid body that are answered 403 for what is in it, as by a firewall: the bodies of all that are answered so to a
 * caller have a character in common that no other body of its has.
 */
export const refusedForTheirBodies = remembering(({ exchanges }: History): ReadonlySet<RecordedExchange> => {
  const creations = exchanges.filter((one) => isWithKey(one) && one.probe.operation === 'createPet')
  const byCaller = Map.groupBy(creations, ({ probe }) => probe.caller)
  const refused = [...byCaller.values()].flatMap((own) => {
    const all = own.filter(({ status }) => status === 403)
    return showsWhy(all, own.filter(isRead)) ? all : []
  })
  return new Set(refused.filter((one) => sentBody(one).kind === 'valid'))
})

function isRead(exchange: RecordedExchange): boolean {
  return isSuccess(exchange) || exchange.status === 400
}

function showsWhy(refused: readonly RecordedExchange[], accepted: readonly RecordedExchange[]): boolean {
  const [first, ...others] = refused.map(signsOf)
  // One alone may be by chance.
  if (first === undefined || others.length === 0 || !accepted.some(isSuccess)) return false
  const known = accepted.map(signsOf)
  return [...first].some(
    (sign) => others.every((one) => one.has(sign)) && !known.some((one) => one.has(sign)),
  )
}

function signsOf({ probe: { body = '' } }: RecordedExchange): ReadonlySet<string> {
  return new Set(Array.from(body))
}
