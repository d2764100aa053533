/** What several noisy samples come to. */
export interface Spread {
  median: number
  min: number
  max: number
}

export function spread(samples: number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/** Sample by sample: what slows a whole round down falls out of a ratio taken within that round. */
export function ratio(samples: number[], base: number[]): Spread {
  return spread(samples.map((sample, round) => sample / (base[round] ?? NaN)))
}
