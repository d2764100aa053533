/** Does a piece of work for each item, several at a time; resolves with the results in the order of the items. */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
  done: () => void,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  const next = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      results.set(at, await work(item))
      done()
    }
  }
  await Promise.all(Array.from({ length: workers }, next))
  return Array.from(results.entries(), ([at, result]) => ({ at, result }))
    .sort((one, other) => one.at - other.at)
    .map(({ result }) => result)
}
