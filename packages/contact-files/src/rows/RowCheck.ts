import { Array as Arr, Result } from "effect"
import type { FieldWords } from "./FieldWords.ts"
import { identifierProblems, type LenientCheck, withoutBadValues } from "./BadValues.ts"
import type { ImportWarning } from "./ImportWarnings.ts"
import { withSize } from "./RowBody.ts"
import { withSingleValues } from "./SingleValues.ts"
import type { CheckedRow, Doubt, RowReason, SentRow, SourceRow } from "./SourceRow.ts"

/** The international form of a phone number; null for a text that is not a phone number of the country. */
export type ToInternational = (text: string) => string | null

/** How rows are checked before they are sent. */
export interface RowChecks {
  /** Whether a row with something doubtful fails. */
  readonly strict: boolean
  /** What gives national phone numbers their prefix, if anything does. */
  readonly toInternational: ToInternational | null
  /** What finds values that their fields do not take, where a row is imported without them; null where it fails. */
  readonly lenient: LenientCheck | null
  /** What fields are called in messages. */
  readonly words: FieldWords
}

/** Why a row cannot be sent as it is in the file. */
const unreadableRow = "unreadable_row"

type Body = SentRow["body"]

/**
 * Checks a row of a file, takes the first value of a cell that has several, gives national phone numbers their prefix and,
 * where that is asked for, leaves out values that their fields do not take.
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

/** What is doubtful about a field may be so for several reasons: the first is given. */
const onePerField = (warnings: ReadonlyArray<Warning>): ReadonlyArray<RowReason> =>
  Arr.dedupeWith(warnings, (a, b) => a.field === b.field).map(({ error, field, reason }) => ({ field, reason, error }))

const warning = (field: string, reason: ImportWarning, text: string | null, why: string): Warning => ({
  field,
  reason,
  error: `${field}${text === null ? "" : ` ${JSON.stringify(text)}`} ${why}`
})

const numberFields = ["phone_number", "chatapp_id", "external_contact_id", "socialmsg_id"] as const

/** What a spreadsheet makes of a long number: its last digits are lost. */
const destroyed = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i

/** Texts that should be numbers and are rounded. The value of a custom field may be sensitive, and is not repeated. */
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
