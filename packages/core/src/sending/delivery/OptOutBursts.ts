import { makeLruCache } from "../../shared/LruCache.ts"

/** How many reports of a broadcast are looked at together. */
const lastReports = 20

/** So many opt-outs in a row are a burst, and so are so many among the last reports. */
const inARow = 6
const amongTheLast = 10

/** The most broadcasts that a process remembers. */
const maxRecords = 1_000

/** Whether the last reports of a broadcast are more opt-outs than people make, by whether each is one. */
export const isBurst = (reports: ReadonlyArray<boolean>): boolean => {
  const last = reports.slice(-lastReports)
  const row = last.slice(-inARow)
  return (row.length === inARow && row.every((is) => is)) || last.filter((is) => is).length >= amongTheLast
}

/** A report of a broadcast. A repeated report is not counted again. */
interface Report {
  readonly isOptOut: boolean
  readonly isNew: boolean
}

/** Makes a record of what a channel reported last of the messages of each broadcast, in this process. */
export const makeOptOutBursts = () => {
  const records = makeLruCache<ReadonlyArray<boolean>>(maxRecords)
  return {
    /**
     * Adds reports. Returns the index of the first opt-out in a burst, or null. A repeated opt-out is part of a
     * burst while that lasts, so that holding it can be tried again.
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
