// Lists that are behind what was added, as those of a read replica: no sentence of the document says how soon a list has a pet.
import { expect, test } from 'vitest'
import { asReal } from '../lab/proof/as-real.ts'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../lab/proof/test-service.ts'
import { creates, isList, listWithout, timeOf } from '../lab/proof/violations/mutate.ts'
import type { Overlay, Service } from '../lab/proof/violations/service.ts'
import { readJson } from './engine/exchange.ts'
import type { ContractSettings } from './engine/settings.ts'
import { idText } from './history/values.ts'

/** Leaves out of lists what was added in the last seconds. */
function behind(seconds: number): Overlay {
  return (healthy) => {
    const added = new Map<string, number>()
    let now = 0
    const watched: Service = async (request) => {
      const reply = await healthy(request)
      now = timeOf(reply)
      if (creates(request, reply)) added.set(idText(readJson(reply.body)), now)
      return reply
    }
    const isYoung = ({ id }: { readonly id?: unknown }): boolean =>
      now - (added.get(String(id)) ?? -seconds) < seconds
    return (request) => (isList(request) ? listWithout(watched, request, isYoung) : watched(request))
  }
}

const runs: readonly (readonly [what: string, settings: Partial<ContractSettings>])[] = [
  ['a default run', { exhaust: false, ban: false }],
  ['one that may do everything', {}],
  ['a thorough one', { exhaust: false, ban: false, thorough: true, maxWait: 600 }],
]

test.for(runs)(
  'a service whose lists are two seconds behind is blamed for nothing by %s',
  async ([, settings]) => {
    const report = await runOn(await asReal(await testService(behind(2), PLAIN), 17), settings)
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(report.clauses.find(({ id }) => id === 'LIST-7')?.verdict).toBe('held')
  },
)

test('one whose lists are ten minutes behind has no new pet in them', async () => {
  const service = await asReal(await testService(behind(600), PLAIN), 17)
  const report = await runOn(service, { exhaust: false, ban: false })
  expect(clausesThatAre('broken', report)).toEqual(['LIST-7'])
})
