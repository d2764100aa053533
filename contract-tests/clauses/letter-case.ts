// Header names are the same in any case (RFC 9110 §5.1); values of a status and names of fields are in one case only.
import type { Check } from '../engine/check.ts'
import type { Probe } from '../engine/exchange.ts'
import { expectStatus, wrongStatus } from '../engine/expect.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { litterCategory } from '../probes/additions.ts'
import { accessFault, givenAcceptedOtherwise, givenAccess, givenAdded } from '../probes/given.ts'
import { oddName } from '../history/odd-pets.ts'
import { createInvalid, list, onceMore } from '../probes/requests.ts'

export const letterCaseChecks: readonly Check[] = [
  {
    id: 'AUTH-1',
    aspect: 'the name of the header in lower case',
    extra: true,
    cost: 1,
    check: async ({ session }) => {
      const probe = list('?limit=2')
      const reply = await session.share(inLowerCase(probe))
      if (reply.status !== 401 && reply.status !== 403) return
      // Others may have got the key banned meanwhile.
      if ((await session.send(probe, 'accept')).status !== 200)
        missing('a key that is taken in the usual case')
      throw wrongStatus(reply, 200)
    },
  },
  {
    id: 'CREATE-3',
    aspect: 'fields in another case: 400',
    needs: ['writes'],
    extra: true,
    cost: 1,
    check: async (run) => {
      await givenAdded(run, {})
      const [name, category] = [oddName(run.settings.mark, 'fields'), await litterCategory(run)]
      const reply = await run.session.share(createInvalid(`{"Name":"${name}","CategoryId":${category}}`))
      await givenAccess(run, reply)
      expectStatus(reply, 400)
    },
  },
  {
    id: 'BASE-3',
    aspect: 'the name Content-Type in lower case',
    needs: ['writes'],
    extra: true,
    cost: 1,
    check: async (run) => {
      await givenAdded(run, {})
      const usual = await onceMore(run)
      const reply = await run.session.send(inLowerCase(usual))
      await givenAcceptedOtherwise(run, reply, usual)
      if (reply.status === 415 || reply.status === 400) throw wrongStatus(reply, 201)
      const fault = accessFault(reply.status)
      if (fault !== undefined) dependsOn(fault)
    },
  },
]

function inLowerCase(probe: Probe): Probe {
  const fields = Object.entries(probe.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { ...probe, headers: Object.fromEntries(fields) }
}
