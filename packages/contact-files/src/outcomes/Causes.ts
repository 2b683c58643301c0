import type { RowReason } from "../rows/SourceRow.ts"

/** What several rows failed for, or what is doubtful about them, with one of them as an example. */
export interface Cause extends Pick<RowReason, "error" | "reason"> {
  readonly count: number
  /** The number of the row that the message is about. */
  readonly row: number
}

/** The most causes that are told apart. Rows with further ones count for the first cause with their reason. */
const maxCauses = 200

/** Groups messages about rows by their cause: the message without its values. */
export class Causes {
  private readonly found = new Map<string, Cause>()

  take({ error, reason }: RowReason, row: number): void {
    const cause = `${reason} ${error.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/\d+/g, "")}`
    const key = this.found.has(cause) || this.found.size < maxCauses ? cause : reason
    const known = this.found.get(key)
    this.found.set(key, known === undefined ? { reason, error, count: 1, row } : { ...known, count: known.count + 1 })
  }

  /** The most frequent first. */
  get list(): ReadonlyArray<Cause> {
    return Array.from(this.found.values()).toSorted((a, b) => b.count - a.count || a.row - b.row)
  }
}
