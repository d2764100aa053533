import type { Choices } from '../../spec/choices.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { ControlClient } from './control-client.ts'
import type { Input, Schemas } from './operation.ts'
import {
  clockReadingOf,
  keyStateOf,
  worldStateOf,
  type ClockReading,
  type KeyState,
  type WorldState,
} from './world-state.ts'

/** A change of a clock. Fields that are left out stay as they are. */
export interface ClockChange {
  /** A Date, Unix milliseconds, or an ISO 8601 text. */
  readonly now?: Date | number | string
  readonly frozen?: boolean
  readonly speed?: number
}

type JournalFilter = NonNullable<Input<'readJournal'>['query']>

/** The most exchanges that a page of the journal may have. */
const LONGEST_PAGE = 1000

export type WorldClient = ReturnType<typeof worldClient>

/** The controls of one world over the control API. All of them reject with a ControlFailure. */
export function worldClient(client: ControlClient, world: string) {
  const here = { path: { world } }
  const at = (key: string) => ({ path: { world, key } })

  const changeClock = async ({ now, ...change }: ClockChange): Promise<ClockReading> => {
    const time = now === undefined ? {} : { now: typeof now === 'string' ? now : new Date(now).toISOString() }
    return clockReadingOf(await client.request('changeClock', { ...here, body: { ...change, ...time } }))
  }

  return {
    read: async (): Promise<WorldState> => worldStateOf(await client.request('readWorld', here)),
    reset: async (): Promise<WorldState> => worldStateOf(await client.request('resetWorld', here)),
    /** The state of the world as one JSON document, which `restore` accepts. */
    snapshot: () => client.request('saveWorld', here),
    restore: async (body: Schemas['Snapshot']): Promise<WorldState> =>
      worldStateOf(await client.request('restoreWorld', { ...here, body })),
    remove: () => client.request('removeWorld', here),
    /** How well the client behind a key behaves. */
    report: async (key: string) => (await client.request('readKey', at(key))).report,

    leases: {
      /** Acquires a lease, or renews it. */
      take: (lease: string, body: Schemas['Lease']) =>
        client.request('takeLease', { path: { world, lease }, body }),
      end: (lease: string) => client.request('endLease', { path: { world, lease } }),
    },

    pets: {
      /** The newest first. */
      list: (query: Input<'listPetsOf'>['query'] = {}) => client.request('listPetsOf', { ...here, query }),
      add: (body: Schemas['PetToAdd']) => client.request('addPet', { ...here, body }),
      change: (petId: Int64, body: Schemas['PetChange']) =>
        client.request('changePet', { path: { world, petId }, body }),
      remove: (petId: Int64) => client.request('removePet', { path: { world, petId } }),
    },

    clock: {
      read: async () => clockReadingOf(await client.request('readClock', here)),
      change: changeClock,
      set: (now: Date | number | string) => changeClock({ now }),
      advance: async (body: Schemas['Duration']) =>
        clockReadingOf(await client.request('advanceClock', { ...here, body })),
      freeze: (frozen = true) => changeClock({ frozen }),
      speed: (factor: number) => changeClock({ speed: factor }),
    },

    keys: {
      list: async () => (await client.request('listKeys', here)).map(keyStateOf),
      get: async (key: string): Promise<KeyState> => keyStateOf(await client.request('readKey', at(key))),
      add: async (body: Schemas['NewKey']) => keyStateOf(await client.request('addKey', { ...here, body })),
      changePlan: async (key: string, body: Schemas['PlanChange']) =>
        keyStateOf(await client.request('changePlan', { ...at(key), body })),
      setRemaining: async (key: string, body: Schemas['Remaining']) =>
        keyStateOf(await client.request('setRemaining', { ...at(key), body })),
      ban: async (key: string, seconds: number) =>
        keyStateOf(await client.request('banKey', { ...at(key), body: { seconds } })),
      lift: async (key: string) => keyStateOf(await client.request('liftBan', at(key))),
      remove: (key: string) => client.request('removeKey', at(key)),
      /** The client report of each key. */
      report: () => client.request('readReport', here),
    },

    limits: {
      read: async () => (await client.request('readLimits', here)).on,
      switch: async (on: boolean) => (await client.request('switchLimits', { ...here, body: { on } })).on,
    },

    choices: {
      list: () => client.request('listChoices', here),
      set: (body: Partial<Choices>) => client.request('choose', { ...here, body }),
      vary: (seed: number) => client.request('varyChoices', { ...here, body: { seed } }),
    },

    faults: {
      list: () => client.request('listFaults', here),
      add: (body: Schemas['NewFault']) => client.request('addFault', { ...here, body }),
      remove: (id: number) => client.request('removeFault', { path: { world, id } }),
      clear: () => client.request('clearFaults', here),
    },

    journal: {
      /** Those that pass the filter, the newest first, with one request for each page. */
      list: async (filter: JournalFilter = {}): Promise<readonly Schemas['JournalEntry'][]> => {
        const found: Schemas['JournalEntry'][] = []
        for (;;) {
          const limit = filter.limit === undefined ? LONGEST_PAGE : filter.limit - found.length
          const last = found.at(-1)
          const query = { ...filter, limit, ...(last && { before: last.id }) }
          const page = await client.request('readJournal', { ...here, query })
          found.push(...page)
          if (page.length === 0 || found.length === filter.limit) return found
        }
      },
      /** One page of them; `before` asks for the next page. */
      page: (filter: JournalFilter = {}) => client.request('readJournal', { ...here, query: filter }),
      clear: () => client.request('clearJournal', here),
    },
  }
}
