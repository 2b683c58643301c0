import type { ImportBody } from "@rollcall/api"
import { Result } from "effect"
import type { CheckedRow } from "./SourceRow.ts"

/** The field that rows and contacts share; nothing when rows are not matched. */
export type MatchOn = (typeof ImportBody.Type)["match_on_field"]

/** What is equal for the match values of one contact, by the field that is matched on; null for a text that is none. */
export type MatchKey = (field: NonNullable<MatchOn>, text: string) => string | null

/** A row that did not fail. */
export interface AppliedRow {
  readonly row: CheckedRow
  /** Whether there is a contact that the row created, changed or matched. */
  readonly hasContact: boolean
}

/** A row that met the contact of an earlier row, which has the same match value. */
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

/** How many match values are remembered; about 100 bytes for each. Rows with others are no longer compared. */
const maxValues = 5_000_000

/** How many rows of one contact are named. */
const maxNamed = 5

/** Finds the rows of an import that met the same contact: they have the same match value. */
export class Merges {
  private readonly matchOn: MatchOn
  private readonly keyOf: MatchKey
  private readonly firsts = new Map<string, number>()
  private readonly groups = new Map<string, { value: string; numbers: Array<number>; total: number }>()
  /** How many rows met the contact of an earlier one. */
  rows = 0

  constructor(matchOn: MatchOn, keyOf: MatchKey) {
    this.matchOn = matchOn
    this.keyOf = keyOf
  }

  /** Takes rows in the order of the file, and returns those that met the contact of an earlier row. */
  take(applied: ReadonlyArray<AppliedRow>): ReadonlyArray<MergedRow> {
    return applied.flatMap(({ hasContact, row }) => {
      const merged = hasContact ? this.takeRow(row) : null
      return merged === null ? [] : [merged]
    })
  }

  /** Whether all match values were compared. */
  get isComplete(): boolean {
    return this.firsts.size < maxValues
  }

  /** How many contacts were met by several rows. */
  get contacts(): number {
    return this.groups.size
  }

  /** The contacts that were met most often. */
  most(limit: number): ReadonlyArray<MergedRows> {
    return [...this.groups.values()].toSorted((a, b) => b.total - a.total).slice(0, limit)
  }

  private takeRow(row: CheckedRow): MergedRow | null {
    if (!this.matchOn || Result.isFailure(row.reading)) return null
    const { matchOn } = this
    const value = row.reading.success.body[matchOn]
    const key = value ? this.keyOf(matchOn, value) : null
    if (!value || key === null) return null
    const first = this.firsts.get(key)
    if (first === undefined) {
      if (this.isComplete) this.firsts.set(key, row.number)
      return null
    }
    const group = this.groups.get(key) ?? { value, numbers: [first], total: 1 }
    group.total++
    if (group.numbers.length < maxNamed) group.numbers.push(row.number)
    this.groups.set(key, group)
    this.rows++
    return { row, first, value }
  }
}
