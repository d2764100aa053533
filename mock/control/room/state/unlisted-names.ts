/** A unique name for each of some redacted keys, by placeholder: itself, with a number if others are equal. */
export function unlistedNames(unlisted: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const alike = Map.groupBy(unlisted, ([, cut]) => cut)
  return new Map(
    [...alike.values()].flatMap((group) =>
      group.map(
        ([placeholder, cut], at) => [placeholder, group.length === 1 ? cut : `${cut} (${at + 1})`] as const,
      ),
    ),
  )
}
