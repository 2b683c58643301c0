import { Array as Arr, Result } from "effect"
import type { FieldWords } from "./FieldWords.ts"
import { identifierProblems, type LenientCheck, withoutBadValues } from "./BadValues.ts"
import type { ImportWarning } from "./ImportWarnings.ts"
import { withSize } from "./RowBody.ts"
import { withSingleValues } from "./SingleValues.ts"
import type { CheckedRow, Doubt, RowReason, SentRow, SourceRow } from "./SourceRow.ts"

/** Converts a phone number to its international form. Returns null if the string isn't a phone number of the country. */
export type ToInternational = (text: string) => string | null

/** How rows are checked before they are sent. */
export interface RowChecks {
  /** Whether a row with a warning fails. */
  readonly strict: boolean
  /** Adds the country prefix to national phone numbers; null to leave them as they are. */
  readonly toInternational: ToInternational | null
  /** Finds invalid values, so that a row is imported without them; null to fail the row. */
  readonly lenient: LenientCheck | null
  /** The names of fields in messages. */
  readonly words: FieldWords
}

/** The reason for a row that can't be sent at all. */
const unreadableRow = "unreadable_row"

type Body = SentRow["body"]

/**
 * Returns a function that checks a row of a file. It takes the first value of cells with several, adds the prefix to
 * national phone numbers and, if `lenient` is set, leaves out invalid values.
 */
export const checkRow = (checks: RowChecks) => {
  const check = rowCheck(checks)
  const inWords = <Reason extends RowReason>(reason: Reason): Reason => ({
    ...reason,
    error: checks.words.sentence(reason.error)
  })
  return (source: SourceRow): CheckedRow => {
    const { reading, warnings, ...row } = check(source)
    return { ...row, reading: Result.mapError(reading, inWords), warnings: warnings.map(inWords) }
  }
}

const rowCheck =
  (checks: RowChecks) =>
  ({ doubts, ...row }: SourceRow): CheckedRow => {
    if (Result.isFailure(row.reading))
      return { ...row, reading: failure(unreadableRow, row.reading.failure), warnings: [] }
    const sentBefore = row.reading.success
    const { body } = sentBefore
    const single = withSingleValues(body)
    const prefixed =
      checks.toInternational === null
        ? { body: single.body, warnings: [] }
        : withPrefixes(single.body, checks.toInternational)
    const refused = doubts.filter(({ isRefused }) => isRefused)
    const [refusal] = refused
    if (refusal !== undefined && checks.lenient === null) {
      const error = refused.map(({ error }) => error).join("; ")
      const unknownOptions = refused.flatMap((doubt) => doubt.unknownOptions ?? [])
      return {
        ...row,
        reading: Result.fail({ field: refusal.field, reason: refusal.reason, error, unknownOptions }),
        warnings: []
      }
    }
    const kept =
      checks.lenient === null ? { ...prefixed, warnings: [] } : withoutBadValues(prefixed.body, refused, checks.lenient)
    const warnings = [
      ...kept.warnings,
      ...single.warnings,
      ...spreadsheetWarnings(body),
      ...prefixed.warnings,
      ...identifierProblems(kept.body).map(({ field, reason, why }) =>
        warning(field, reason, kept.body[field] ?? null, why)
      ),
      ...doubts.filter(({ isRefused }) => !isRefused)
    ]
    const [first, ...rest] = onePerField(warnings)
    if (first !== undefined && checks.strict) {
      const error = [first, ...rest].map(({ error }) => error).join("; ")
      return { ...row, reading: Result.fail({ ...first, error }), warnings: [] }
    }
    const reading =
      kept.body === body
        ? Result.succeed(sentBefore)
        : Result.mapBoth(withSize(kept.body), {
            onFailure: (error) => ({ reason: unreadableRow, error }),
            onSuccess: (sent) => ({ ...sentBefore, ...sent })
          })
    return { ...row, reading, warnings: onePerField(warnings) }
  }

type Warning = Doubt

const failure = (reason: string, error: string) => Result.fail({ reason, error })

/** Keeps the first warning of each field. */
const onePerField = (warnings: ReadonlyArray<Warning>): ReadonlyArray<RowReason> =>
  Arr.dedupeWith(warnings, (a, b) => a.field === b.field).map(({ error, field, reason }) => ({ field, reason, error }))

const warning = (field: string, reason: ImportWarning, text: string | null, why: string): Warning => ({
  field,
  reason,
  error: `${field}${text === null ? "" : ` ${JSON.stringify(text)}`} ${why}`
})

const numberFields = ["phone_number", "chatapp_id", "external_contact_id", "socialmsg_id"] as const

/** Matches a long number that a spreadsheet has rounded: its last digits are lost. */
const destroyed = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i

/** Returns warnings for rounded numbers. The values of custom fields may be sensitive, so messages don't repeat them. */
const spreadsheetWarnings = ({ custom_fields, ...fields }: Body): ReadonlyArray<Warning> => {
  const why = "is a number that a spreadsheet has rounded"
  const own = numberFields.flatMap((field) => {
    const text = fields[field]
    return text && destroyed.test(text.trim()) ? [warning(field, "spreadsheet_number", text, why)] : []
  })
  const custom = Object.entries(custom_fields ?? {}).flatMap(([key, value]) =>
    typeof value === "string" && destroyed.test(value.trim())
      ? [warning(`custom_fields.${key}`, "spreadsheet_number", null, why)]
      : []
  )
  return [...own, ...custom]
}

const phoneFields = ["phone_number", "chatapp_id"] as const

const withPrefixes = (body: Body, toInternational: ToInternational) => {
  const numbers = phoneFields.flatMap((field) => {
    const text = body[field]
    return text ? [{ field, text, number: toInternational(text) }] : []
  })
  const changed = numbers.flatMap(({ field, number, text }) =>
    number === null || number === text
      ? []
      : [[field, field === "chatapp_id" ? number.replace("+", "") : number] as const]
  )
  const warnings = numbers.flatMap(({ field, number, text }) =>
    number === null ? [warning(field, "invalid_national_number", text, "is not a phone number of the country")] : []
  )
  return { body: changed.length === 0 ? body : { ...body, ...Object.fromEntries(changed) }, warnings }
}
