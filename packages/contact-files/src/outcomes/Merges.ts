import type { ImportBody } from "@rollcall/api"
import { Result } from "effect"
import type { CheckedRow } from "../rows/SourceRow.ts"

/** The field that rows and contacts share; nothing when rows are not matched. */
export type MatchOn = (typeof ImportBody.Type)["match_on_field"]

/** A row that did not fail. */
export interface AppliedRow {
  readonly row: CheckedRow
  /** What names the contact that the target made of the row, changed, or found for it; null where there is none. */
  readonly contact: string | null
}

/** A row that met the contact of an earlier row. */
export interface MergedRow {
  readonly row: CheckedRow
  /** The number of the first row that met the contact. */
  readonly first: number
  /** The match value, as the row has it. */
  readonly value: string
}

/** Rows that met one contact. */
export interface MergedRows {
  readonly value: string
  /** The numbers of the first few. */
  readonly numbers: ReadonlyArray<number>
  readonly total: number
}

/** How many contacts are remembered; about 100 bytes for each. Rows with other contacts are no longer compared. */
const maxContacts = 5_000_000

/** How many rows of one contact are named. */
const maxNamed = 5

/** Finds the rows of an import that met the same contact, by what the target answered. */
export class Merges {
  private readonly matchOn: MatchOn
  private readonly firsts = new Map<string, number>()
  private readonly groups = new Map<string, { value: string; numbers: Array<number>; total: number }>()
  /** How many rows met the contact of an earlier one. */
  rows = 0

  constructor(matchOn: MatchOn) {
    this.matchOn = matchOn
  }

  /** Takes rows in the order of the file, and returns those that met the contact of an earlier row. */
  take(applied: ReadonlyArray<AppliedRow>): ReadonlyArray<MergedRow> {
    return applied.flatMap(({ contact, row }) => {
      const merged = contact === null ? null : this.takeRow(row, contact)
      return merged === null ? [] : [merged]
    })
  }

  /** Whether all rows were compared. */
  get isComplete(): boolean {
    return this.firsts.size < maxContacts
  }

  /** How many contacts were met by several rows. */
  get contacts(): number {
    return this.groups.size
  }

  /** The contacts that were met most often. */
  most(limit: number): ReadonlyArray<MergedRows> {
    return [...this.groups.values()].toSorted((a, b) => b.total - a.total).slice(0, limit)
  }

  private takeRow(row: CheckedRow, contact: string): MergedRow | null {
    if (!this.matchOn || Result.isFailure(row.reading)) return null
    const first = this.firsts.get(contact)
    if (first === undefined) {
      if (this.isComplete) this.firsts.set(contact, row.number)
      return null
    }
    const value = row.reading.success.body[this.matchOn] ?? ""
    const group = this.groups.get(contact) ?? { value, numbers: [first], total: 1 }
    group.total++
    if (group.numbers.length < maxNamed) group.numbers.push(row.number)
    this.groups.set(contact, group)
    this.rows++
    return { row, first, value }
  }
}
