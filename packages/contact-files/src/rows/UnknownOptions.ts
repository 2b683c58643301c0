import type { RowReason } from "./SourceRow.ts"

/** The most names to keep per field. */
const maxNames = 50

/** The names of options that fields don't have, by field key: up to 50 names per field. */
export class UnknownOptions extends Map<string, Set<string>> {
  /** Adds the unknown options of a failed row or of a doubt about a cell. */
  take({ unknownOptions = [] }: Pick<RowReason, "unknownOptions">): void {
    for (const { field, names } of unknownOptions) {
      const known = this.get(field) ?? new Set()
      this.set(field, known)
      for (const name of names) if (known.size < maxNames) known.add(name)
    }
  }
}
