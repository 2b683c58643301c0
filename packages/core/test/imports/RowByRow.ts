import { type Caller, type ContactList, ContactLists, type ContactUuid, type Issue } from "@rollcall/core"
import { writableFields } from "@rollcall/core/contact-fields"
import type { ImportRow, MatchIdentifier, RowOutcome } from "@rollcall/core/imports"
import { placeOf, systemCaller } from "@rollcall/core/shared"
import { Transaction } from "@rollcall/core/storage"
import { Effect, Equal } from "effect"
import { contactsOf, contactsWith } from "../Services.ts"
import type { ImportCase } from "./ImportCase.ts"

/** The result of a row, in short. */
export interface RowByRowResult {
  readonly outcome: RowOutcome
  readonly contactUuid: ContactUuid | null
  readonly issues: ReadonlyArray<string>
}

export const shortIssue = ({ code, path }: Issue): string => `${code} ${placeOf(path)}`

const resultOf = (outcome: RowOutcome, contactUuid: ContactUuid | null, ...issues: ReadonlyArray<string>) => {
  const result: RowByRowResult = { outcome, contactUuid, issues }
  return result
}

/** The issues of the texts of a row. It then fails, whatever it matches. */
const badTexts = (fields: ImportRow["fields"]): ReadonlyArray<string> =>
  writableFields.flatMap((field) => {
    const text = fields[field] ?? ""
    if (text.includes("\0") || !text.isWellFormed()) return [`value_error ${field}`]
    return Array.from(text).length > 1_000 ? [`too_long ${field}`] : []
  })

/** An identifier as it is matched (C3): bare addresses in lower case, the digits of numbers, ids as they are. */
const matchValue = (field: MatchIdentifier, text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ""
  if (field === "email") return trimmed.toLowerCase().replace(/^mailto:|\u200b|\.$/g, "") || null
  return (field === "phoneNumber" ? trimmed.normalize("NFKC").replace(/\D/g, "") : trimmed) || null
}

/**
 * Applies the rows of a case one after the other, as the decisions say, each in a transaction of its own, through
 * public services alone. An import has to have the same results.
 */
export const importRowByRow = Effect.fnUntraced(function* (
  { matchOnField, mergeType, rows, uniqueIdentifiers, withList }: ImportCase,
  { caller, list }: { readonly caller: Caller; readonly list: ContactList }
) {
  const contacts = yield* contactsWith(uniqueIdentifiers)
  const lists = yield* ContactLists
  const { run: inTransaction } = yield* Transaction
  const { workspace } = caller

  const create = ({ customFields, fields }: ImportRow) =>
    Effect.map(contacts.create(workspace, { ...fields, customFields }), ({ uuid }) => resultOf("created", uuid))

  const apply = Effect.fnUntraced(function* (row: ImportRow) {
    const { customFields, fields } = row
    const bad = badTexts(fields)
    if (bad.length > 0) return resultOf("failed", null, ...bad)
    if (matchOnField === null) return yield* create(row)
    const value = matchValue(matchOnField, fields[matchOnField])
    const all = value === null ? [] : yield* contactsOf(workspace)
    const [match, another] = all.filter((contact) => matchValue(matchOnField, contact[matchOnField]) === value)
    if (another !== undefined) return resultOf("failed", null, `ambiguous_match ${matchOnField}`)
    if (match === undefined && mergeType === "update") {
      return resultOf("skipped", null, `${value === null ? "no_match_value" : "no_match"} ${matchOnField}`)
    }
    if (match === undefined) return yield* create(row)
    if (mergeType === "create") return resultOf("skipped", match.uuid, `match_exists ${matchOnField}`)
    const after = yield* contacts.update(systemCaller(workspace), match.uuid, { ...fields, customFields })
    if (!Equal.equals({ ...after, updatedAt: match.updatedAt }, match)) return resultOf("updated", match.uuid)
    // Nothing but the time is changed, which is taken back.
    return yield* Effect.fail({ _tag: "Unchanged" as const, uuid: match.uuid })
  })

  return yield* Effect.forEach(rows, (row) =>
    inTransaction(
      Effect.gen(function* () {
        const result = yield* inTransaction(apply(row)).pipe(
          Effect.catchTag("InvalidInput", ({ issues }) =>
            Effect.succeed(resultOf("failed", null, ...issues.map(shortIssue)))
          ),
          Effect.catchTag("Unchanged", ({ uuid }) => Effect.succeed(resultOf("unchanged", uuid)))
        )
        if (withList && result.contactUuid !== null) {
          yield* lists.addMembers(caller, list.uuid, [result.contactUuid])
        }
        return result
      })
    )
  )
})
