/**
 * Runs something for all items at once, under one signal: when one run fails, the signal ends the others. Settles when
 * all have ended.
 */
export async function together<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  run: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const runs = items.map((item) =>
    run(item, either).catch((error: unknown) => {
      failing.abort()
      throw error
    }),
  )
  await Promise.allSettled(runs)
  return Promise.all(runs)
}
