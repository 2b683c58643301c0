/** What a number of timings come to, in milliseconds. */
export interface Figures {
  readonly median: number
  readonly p95: number
}

/** The figures of timings, of which there is at least one. */
export const figuresOf = (timings: ReadonlyArray<number>): Figures => {
  const at = percentile(timings)
  return { median: at(0.5), p95: at(0.95) }
}

/** What such a share of the timings stay under; at 1 the largest. There is at least one. */
export const percentile = (timings: ReadonlyArray<number>): ((share: number) => number) => {
  const sorted = [...timings].sort((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
