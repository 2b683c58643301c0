import {
  type Caller,
  type Contact,
  type ContactList,
  ContactLists,
  type Contacts,
  type ContactUuid,
  type ImportRow,
  InvalidInput,
  type Issue,
  type MatchField,
  type RowOutcome
} from "@rollcall/core"
import { Effect, Equal, Result } from "effect"
import { found } from "../contacts/Fixture.ts"
import { inTransaction } from "../kernel/Fixture.ts"
import { contactsWith } from "../kernel/Services.ts"
import { type ImportCase, wireNames } from "./ImportCase.ts"

/** Where a case is run. */
interface Prepared {
  readonly caller: Caller
  readonly list: ContactList
}

/** What became of a row, in short. */
export interface ReferenceResult {
  readonly outcome: RowOutcome
  readonly contactUuid: ContactUuid | null
  readonly issues: ReadonlyArray<string>
}

export const shortIssue = ({ field, type }: Issue): string => `${type} ${field}`

const failed = (issues: ReadonlyArray<string>): ReferenceResult => ({ outcome: "failed", contactUuid: null, issues })

const skipped = (contactUuid: ContactUuid | null, issue: string): ReferenceResult => ({
  outcome: "skipped",
  contactUuid,
  issues: [issue]
})

const worked = (outcome: RowOutcome, contactUuid: ContactUuid): ReferenceResult => ({
  outcome,
  contactUuid,
  issues: []
})

/** What is wrong with the texts of a row, which then fails whatever it matches. */
const badTexts = (fields: ImportRow["fields"]): ReadonlyArray<string> =>
  Object.entries(wireNames).flatMap(([field, name]) => {
    const text = Object.entries(fields).find(([key]) => key === field)?.[1]
    if (text === null || text === undefined) return []
    if (text.includes("\0") || !text.isWellFormed()) return [`value_error ${name}`]
    return text.length > 1_000 ? [`too_long ${name}`] : []
  })

/** An identifier as it is matched (C3): addresses in lower case, the digits of numbers, ids as they are. */
const matchValue = (field: MatchField, text: string | null | undefined): string | null => {
  const trimmed = text?.trim() ?? ""
  if (field === "email") return trimmed.toLowerCase() || null
  return (field === "phoneNumber" ? trimmed.normalize("NFKC").replace(/\D/g, "") : trimmed) || null
}

/**
 * Applies the rows of a case one after the other as the decisions say it, each in a transaction of its own and with
 * nothing but what anybody may call. It is slow, and it is what an import has to come to.
 */
export const importRowByRow = Effect.fnUntraced(function* (
  { matchOn, mergeType, rows, uniqueIdentifiers, withList }: ImportCase,
  { caller, list }: Prepared
) {
  const contacts = yield* contactsWith(uniqueIdentifiers)
  const lists = yield* ContactLists
  const applyOne = (row: ImportRow) => applyRow(contacts, { caller, matchOn, mergeType }, row)
  return yield* Effect.forEach(rows, (row) =>
    inTransaction(
      Effect.gen(function* () {
        const result = yield* applyOne(row)
        if (withList && result.contactUuid !== null) {
          yield* lists.addMembers(caller, list.uuid, [result.contactUuid])
        }
        return result
      })
    )
  )
})

const applyRow = Effect.fnUntraced(function* (
  contacts: Contacts["Service"],
  { caller: { workspace }, matchOn, mergeType }: Pick<ImportCase, "matchOn" | "mergeType"> & Pick<Prepared, "caller">,
  { customFields, fields }: ImportRow
) {
  const create = Effect.map(contacts.create(workspace, fields, customFields), ({ uuid }) => worked("created", uuid))
  const bad = badTexts(fields)
  if (bad.length > 0) return failed(bad)
  if (matchOn === null) return yield* orFailed(create)
  const value = matchValue(matchOn, fields[matchOn])
  const all = value === null ? [] : (yield* found(workspace)).items
  const [match, another] = all.filter((contact) => matchValue(matchOn, contact[matchOn]) === value)
  const name = wireNames[matchOn]
  if (another !== undefined) return failed([`ambiguous_match ${name}`])
  if (match === undefined && mergeType === "update") {
    return skipped(null, value === null ? `no_match_value ${name}` : `no_match ${name}`)
  }
  if (match === undefined) return yield* orFailed(create)
  if (mergeType === "create") return skipped(match.uuid, `match_exists ${name}`)
  return yield* orFailed(update(contacts, match, { customFields, fields }))
})

/** Changes a contact, and takes it back where nothing is changed but the time. */
const update = (contacts: Contacts["Service"], before: Contact, row: Pick<ImportRow, "fields" | "customFields">) =>
  Effect.gen(function* () {
    const after = yield* contacts.update(before.workspaceUuid, before.uuid, row.fields, row.customFields)
    const isSame = Equal.equals({ ...after, updatedAt: before.updatedAt }, before)
    return yield* isSame
      ? Effect.fail(worked("unchanged", before.uuid))
      : Effect.succeed(worked("updated", before.uuid))
  })

/** The result of a row that may be refused, whose transaction then leaves nothing. */
const orFailed = Effect.fnUntraced(function* <E, R>(row: Effect.Effect<ReferenceResult, E, R>) {
  const result = yield* Effect.result(inTransaction(row))
  if (Result.isSuccess(result)) return result.success
  const { failure } = result
  if (failure instanceof InvalidInput) return failed(failure.issues.map(shortIssue))
  return yield* isReferenceResult(failure) ? Effect.succeed(failure) : Effect.fail(failure)
})

const isReferenceResult = (value: unknown): value is ReferenceResult =>
  typeof value === "object" && value !== null && "outcome" in value
