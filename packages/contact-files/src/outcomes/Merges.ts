import type { ImportBody } from "@rollcall/api"
import { Result } from "effect"
import type { CheckedRow } from "../rows/SourceRow.ts"

/** The field that rows are matched on; null or undefined if rows are not matched. */
export type MatchOn = (typeof ImportBody.Type)["match_on_field"]

/** A row that did not fail. */
export interface AppliedRow {
  readonly row: CheckedRow
  /** The uuid or temporary name of the contact that was created, changed or found for the row, or null. */
  readonly contact: string | null
}

/** A row that matched the contact of an earlier row. */
export interface MergedRow {
  readonly row: CheckedRow
  /** The number of the first row that matched the contact. */
  readonly first: number
  /** The match value in this row. */
  readonly value: string
}

/** Rows that matched the same contact. */
export interface MergedRows {
  readonly value: string
  /** The numbers of the first rows. */
  readonly numbers: ReadonlyArray<number>
  readonly total: number
}

/** The maximum number of contacts in memory, at about 100 bytes each. Rows with further contacts are not compared. */
const maxContacts = 5_000_000

/** The maximum number of rows listed per contact. */
const maxNamed = 5

/** Finds the rows of an import that matched the same contact, from the target's responses. */
export class Merges {
  private readonly matchOn: MatchOn
  private readonly firsts = new Map<string, number>()
  private readonly groups = new Map<string, { value: string; numbers: Array<number>; total: number }>()
  /** The number of rows that matched the contact of an earlier row. */
  rows = 0

  constructor(matchOn: MatchOn) {
    this.matchOn = matchOn
  }

  /** Adds rows in the order of the file, and returns the rows that matched the contact of an earlier row. */
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

  /** The number of contacts that several rows matched. */
  get contacts(): number {
    return this.groups.size
  }

  /** Returns the contacts with the most matching rows. */
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
