import { openStream } from '../events/open-stream.ts'
import type { Handlers } from '../handler.ts'

/** What happened in a world, and what it says of the clients. */
export const journalHandlers = {
  readJournal: ({ path, query }, { worlds }) => ({
    status: 200,
    json: [...worlds.get(path.world).journal.list(query)],
  }),

  clearJournal: ({ path }, { worlds }) => {
    worlds.get(path.world).journal.clear()
    return { status: 204 }
  },

  readReport: ({ path }, { worlds }) => ({ status: 200, json: { ...worlds.get(path.world).keys.report() } }),

  streamEvents: ({ path }, { worlds, events }) => openStream(events, worlds.get(path.world).name),
} satisfies Partial<Handlers>
