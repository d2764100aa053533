// Header names are the same in any case (RFC 9110 §5.1); values of a status and names of fields are in one case only.
import type { Check } from '../engine/check.ts'
import type { Probe } from '../engine/exchange.ts'
import { missing } from '../engine/verdicts.ts'
import { oddName } from '../history/odd-pets.ts'
import { isAdded } from '../history/values.ts'
import { oddCategory } from '../probes/additions.ts'
import { isSuccess } from '../history/history.ts'
import { givenAdded } from '../probes/given.ts'
import { createInvalid, list } from '../probes/requests.ts'
import { added, onceMore } from '../probes/added.ts'
import { BELOW_DOUBLES, LEAST } from '../probes/rich-bodies.ts'

export const letterCaseChecks: readonly Check[] = [
  {
    id: 'AUTH-1',
    aspect: 'the name of the header in lower case',
    extra: true,
    cost: 1,
    ask: async ({ session }) => {
      const probe = list('?limit=2')
      const reply = await session.share(inLowerCase(probe))
      // Others may have got the key banned meanwhile.
      if (!isSuccess(reply)) await session.send(probe, 'accept')
      return [reply]
    },
  },
  {
    id: 'CREATE-3',
    aspect: 'fields in another case: 400',
    needs: ['writes'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      await givenAdded(run, {})
      const [name, category] = [oddName(run.settings.mark, 'fields'), await oddCategory(run)]
      return [await run.session.share(createInvalid(`{"Name":"${name}","CategoryId":${category}}`))]
    },
  },
  {
    id: 'BASE-3',
    aspect: 'the name Content-Type in lower case, and the charset beside the type',
    needs: ['writes'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      await givenAdded(run, {})
      // The least category too, for a service that takes any.
      const isAny = isAdded(await added(run, { categoryId: BELOW_DOUBLES }))
      const usual = await onceMore(run, isAny ? { categoryId: LEAST } : {})
      const reply = await run.session.send(inLowerCase(withCharset(usual)))
      // A rule of names or categories may refuse it in the usual form too.
      const isAccepted = isSuccess(reply) || isSuccess(await run.session.share(usual))
      return isAccepted ? [reply] : missing('a body that the service accepts with its usual header')
    },
  },
]

/** Many clients name the charset, which is no other type (RFC 8259 §11). */
function withCharset(probe: Probe): Probe {
  return { ...probe, headers: { ...probe.headers, 'Content-Type': 'application/json; charset=utf-8' } }
}

function inLowerCase(probe: Probe): Probe {
  const fields = Object.entries(probe.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { ...probe, headers: Object.fromEntries(fields) }
}
