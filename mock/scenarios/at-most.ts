/** Runs a function, at once or in its turn. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>

/** Lets so many runs go on at once. The others wait for their turn, in their order. */
export function atMost(most: number): InTurn {
  const queue: (() => void)[] = []
  let running = 0
  return async (run) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await run()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
