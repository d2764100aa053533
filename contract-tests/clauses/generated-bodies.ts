// Generated bodies (--deep): the invalid ones first, for a list that is still short shows what was stored all the same.
import type { Check } from '../engine/check.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import { isAdded, isObject, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, WrongStatus } from '../engine/verdicts.ts'
import type { ValidBody } from '../probes/generated-bodies.ts'
import { createFault, givenTaken } from '../probes/given.ts'
import { oddCategory, wasRefused } from '../probes/additions.ts'
import { lawfulSpellings } from '../history/spellings.ts'
import { oddName } from '../history/odd-pets.ts'
import { create, createInvalid } from '../probes/requests.ts'
import { givenSearch, search } from '../probes/whole-list.ts'

const BODIES = 100

// fast-check loads only where generated bodies are really sent.
const load = (): Promise<typeof import('../probes/generated-bodies.ts')> =>
  import('../probes/generated-bodies.ts')

const refusedName = ({ settings }: Run): string => oddName(settings.mark, 'deep')

/** The checks of generated bodies, the same ones for the same seed. */
export function generatedBodyChecks(seed: number): readonly Check[] {
  const from = `generated from --seed ${seed}`
  return [
    ...(['CREATE-3', 'CREATE-4', 'CREATE-5'] as const).map((id): Check => ({
      id,
      aspect: `invalid bodies, ${from}: 400`,
      needs: ['writes', 'generated bodies'],
      cost: BODIES,
      // fast-check asks on until the body that breaks it is the shortest, and so has to know at once.
      check: async (run) => {
        const { holdForAll, invalidBodies } = await load()
        const bodies = invalidBodies(refusedName(run), String(await oddCategory(run)))
        const own = bodies.filter(({ clause }) => clause === id)
        await holdForAll(run, own, BODIES, async ({ text }) => {
          expectStatus(await run.session.send(createInvalid(text)), 400)
        })
        await givenTaken(run)
      },
    })),
    {
      id: 'CREATE-6',
      aspect: `invalid bodies, ${from}`,
      needs: ['writes', 'generated bodies'],
      cost: 1,
      ask: async (run) => {
        const found = await search(run, 'after invalid bodies')
        return givenSearch(run, wasRefused(run, found.status), found)
      },
    },
    {
      id: 'CREATE-2',
      aspect: `valid bodies, ${from}, come back as sent`,
      needs: ['writes', 'generated bodies'],
      cost: BODIES,
      // The same.
      check: async (run) => {
        const { holdForAll, validBodies } = await load()
        const asSent = async ({ pet: sent, text }: ValidBody): Promise<void> => {
          const exchange = await run.session.send(create(text))
          if (exchange.status !== 201 && !isAdded(exchange)) throw wrongStatus(exchange, 201)
          const pet = isObject(exchange.json) ? exchange.json : {}
          for (const [field, value] of Object.entries(sent)) {
            const actual = pet[field]
            const lawful = field === 'name' ? lawfulSpellings(String(value)) : [String(value)]
            expectThat(
              lawful.includes(textOf(actual)),
              `${field} ${JSON.stringify(String(value))}`,
              JSON.stringify(textOf(actual)),
              exchange,
            )
          }
        }
        try {
          await holdForAll(run, await validBodies(run), BODIES, asSent)
        } catch (error) {
          // A body that is refused is not shown in another form than it was sent.
          if (!(error instanceof WrongStatus)) throw error
          dependsOn(await createFault(run, error.exchange))
        }
      },
    },
  ]
}
