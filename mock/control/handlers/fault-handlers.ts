import type { Handlers } from '../handler.ts'
import { viewFault } from '../views/view-fault.ts'

/** Things deliberately broken. */
export const faultHandlers = {
  listFaults: ({ path }, { worlds }) => ({
    status: 200,
    json: worlds.get(path.world).faults.list().map(viewFault),
  }),

  addFault: ({ path, body }, { worlds }) => ({
    status: 201,
    json: viewFault(worlds.get(path.world).faults.add(body)),
  }),

  clearFaults: ({ path }, { worlds }) => {
    worlds.get(path.world).faults.clear()
    return { status: 204 }
  },

  removeFault: ({ path }, { worlds }) => {
    worlds.get(path.world).faults.remove(path.id)
    return { status: 204 }
  },
} satisfies Partial<Handlers>
