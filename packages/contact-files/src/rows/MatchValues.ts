import type { ImportBody } from "@rollcall/api"
import { fewestDigits, readEmail, readId, readNumber, valueIn } from "@rollcall/core/people"
import { Result } from "effect"
import type { SourceRow } from "./SourceRow.ts"

type MatchField = NonNullable<(typeof ImportBody.Type)["match_on_field"]>

/** Statistics about the values of a field that rows may be matched on. */
export interface MatchCheck {
  readonly field: MatchField
  /** The number of checked rows, and whether these are all rows. */
  readonly rows: number
  readonly isWhole: boolean
  /** The number of rows with a value. */
  readonly values: number
  /** The number of values that can't be read. They match no contact. */
  readonly unreadable: number
  /** The number of values on several rows, and the number of rows that repeat the value of an earlier row. */
  readonly repeated: number
  readonly repeats: number
  /** Whether nearly all values are readable and unique, so that matching on this field is proposed. */
  readonly isProposed: boolean
}

/** The maximum number of rows checked before anything is sent. */
const maxRows = 10_000

/** The maximum share of unreadable values for a proposed field. Each of them creates another contact at the next import. */
const maxUnreadable = 0.05

/** The maximum share of rows that repeat a value. Each of them changes the contact of another row. */
const maxRepeats = 0.01

/** The minimum share of rows with a value. */
const minValues = 0.5

/** The fields, in the order in which they are proposed. */
const fields = ["email", "phone_number", "external_contact_id", "uuid"] as const

/** Returns the same key for all spellings of an identifier, as far as a file can tell; null if the value can't be read. */
const keyOf: { readonly [Field in MatchField]: (text: string) => string | null } = {
  email: (text) => valueIn(readEmail(text))?.address ?? null,
  phone_number: (text) => {
    const number = valueIn(readNumber(text))
    return number === null || number.digits.length < fewestDigits ? null : `${number.digits} ${number.extension ?? ""}`
  },
  external_contact_id: (text) => valueIn(readId(text)),
  uuid: (text) => text
}

/** Checks the values that rows may be matched on. */
export class MatchValues {
  private readonly found = new Map(fields.map((field) => [field, new FieldValues(field)]))
  private rows = 0
  /** Whether more rows were passed than are checked. */
  isFull = false

  take(rows: ReadonlyArray<Pick<SourceRow, "reading">>): void {
    const taken = rows.slice(0, maxRows - this.rows)
    this.rows += taken.length
    this.isFull = taken.length < rows.length
    for (const { reading } of taken) {
      if (Result.isFailure(reading)) continue
      for (const [field, values] of this.found) values.take(reading.success.body[field]?.trim() ?? "")
    }
  }

  /** The results for each field that has a value. */
  get checks(): ReadonlyArray<MatchCheck> {
    return Array.from(this.found.values()).flatMap((values) =>
      values.count === 0 ? [] : [values.check(this.rows, !this.isFull)]
    )
  }
}

class FieldValues {
  count = 0
  private readonly field: MatchField
  private readonly rowsOf = new Map<string, number>()
  private unreadable = 0

  constructor(field: MatchField) {
    this.field = field
  }

  take(text: string): void {
    if (text === "") return
    this.count++
    const key = keyOf[this.field](text)
    if (key === null) this.unreadable++
    else this.rowsOf.set(key, (this.rowsOf.get(key) ?? 0) + 1)
  }

  check(rows: number, isWhole: boolean): MatchCheck {
    const { count: values, field, unreadable } = this
    const repeats = values - unreadable - this.rowsOf.size
    return {
      ...{ field, rows, isWhole, values, unreadable, repeats },
      repeated: Array.from(this.rowsOf.values()).filter((times) => times > 1).length,
      isProposed: unreadable <= maxUnreadable * values && repeats <= maxRepeats * values && values >= minValues * rows
    }
  }
}

const names: { readonly [Field in MatchField]: string } = {
  email: "e-mail addresses",
  phone_number: "phone numbers",
  external_contact_id: "external IDs",
  uuid: "UUIDs"
}

/** Describes the values of a field: "38 of 400 e-mail addresses can't be read; 12 are on several rows". */
export const matchSentence = ({ field, isWhole, repeated, rows, unreadable, values }: MatchCheck): string => {
  const all = `${values} ${names[field]}`
  const doubts = [
    ...(unreadable > 0 ? [`${unreadable} of ${all} can't be read`] : []),
    ...(repeated > 0
      ? [`${unreadable > 0 ? repeated : `${repeated} of ${all}`} ${repeated === 1 ? "is" : "are"} on several rows`]
      : []),
    ...(values < minValues * rows ? [`${rows - values} of ${rows} rows have no value`] : [])
  ]
  const where = isWhole ? "" : ` (first ${rows} rows)`
  return (doubts.length === 0 ? `${all} can be read, no two are the same` : doubts.join("; ")) + where
}
