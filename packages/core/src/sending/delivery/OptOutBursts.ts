import { makeLruCache } from "../../shared/LruCache.ts"

/** The number of recent reports of a broadcast that are examined. */
const lastReports = 20

/** The number of opt-outs that make a burst: `inARow` consecutive opt-outs, or `amongTheLast` in the recent reports. */
const inARow = 6
const amongTheLast = 10

/** The maximum number of broadcasts tracked by a process. */
const maxRecords = 1_000

/**
 * Returns whether the recent reports of a broadcast have more opt-outs than people would make. Each item tells whether the
 * report is an opt-out.
 */
export const isBurst = (reports: ReadonlyArray<boolean>): boolean => {
  const last = reports.slice(-lastReports)
  const row = last.slice(-inARow)
  return (row.length === inARow && row.every((is) => is)) || last.filter((is) => is).length >= amongTheLast
}

/** A report of a broadcast: whether it is an opt-out, and whether it is new. Repeated reports are not counted. */
interface Report {
  readonly isOptOut: boolean
  readonly isNew: boolean
}

/** Makes a record of the recent channel reports of each broadcast in this process. */
export const makeOptOutBursts = () => {
  const records = makeLruCache<ReadonlyArray<boolean>>(maxRecords)
  return {
    /**
     * Adds reports. Returns the index of the first opt-out in a burst, or null. During a burst, a repeated opt-out also
     * counts, so that a failed hold is tried again.
     */
    add: (broadcast: string, reports: ReadonlyArray<Report>): number | null => {
      let last = records.get(broadcast) ?? []
      let found: number | null = null
      for (const [at, { isNew, isOptOut }] of reports.entries()) {
        if (isNew) last = [...last.slice(1 - lastReports), isOptOut]
        if (found === null && isOptOut && isBurst(last)) found = at
      }
      records.set(broadcast, last)
      return found
    }
  }
}
