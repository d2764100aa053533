import type { Handlers } from '../handler.ts'

/** The off switch of the rate limits. */
export const limitHandlers = {
  readLimits: ({ path }, { worlds }) => ({ status: 200, json: { on: worlds.get(path.world).limits.on } }),

  switchLimits: ({ path, body }, { worlds }) => {
    const { limits } = worlds.get(path.world)
    limits.switch(body.on)
    return { status: 200, json: { on: limits.on } }
  },
} satisfies Partial<Handlers>
