import type { RowReason } from "../rows/SourceRow.ts"

/** The cause of several failures or warnings, with one row as an example. */
export interface Cause extends Pick<RowReason, "error" | "reason"> {
  readonly count: number
  /** The number of the row in the message. */
  readonly row: number
}

/** The maximum number of causes. Further causes are grouped by reason. */
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

  /** The causes, most frequent first. */
  get list(): ReadonlyArray<Cause> {
    return Array.from(this.found.values()).toSorted((a, b) => b.count - a.count || a.row - b.row)
  }
}
