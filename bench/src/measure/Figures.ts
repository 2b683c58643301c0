/** What a number of timings come to, in milliseconds. */
export interface Figures {
  readonly median: number
  readonly p95: number
}

/** The figures of timings, of which there is at least one. */
export const figuresOf = (timings: ReadonlyArray<number>): Figures => {
  const sorted = [...timings].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}
