/**
 * Returns a function that returns the sample at a share of the sorted samples; at 1 the largest. NaN without samples.
 */
export const percentile = (samples: ReadonlyArray<number>): ((share: number) => number) => {
  const sorted = [...samples].sort((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Formats the smallest and the largest value, or the single value. */
export const spreadOf = (values: ReadonlyArray<number>): string =>
  [...new Set([Math.min(...values), Math.max(...values)])].map(shown).join(" to ")

/** Formats a number with its significant digits. */
export const shown = (value: number): string =>
  Number.isInteger(value) || value >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)
