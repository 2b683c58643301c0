import {
  type Caller,
  type Contact,
  type ContactList,
  ContactLists,
  type ContactUuid,
  type Issue,
  systemCaller
} from "@rollcall/core"
import { placeOf } from "@rollcall/core/operations"
import { type ImportRow, type MatchIdentifier, type RowOutcome, writableFields } from "@rollcall/core/people"
import { identifierFields, type IdentifierField, Transaction } from "@rollcall/core/storage"
import { Effect, Equal, Struct } from "effect"
import { contactsOf, contactsWith } from "../../Services.ts"
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

/** A text of a case as it is matched, with the extension of a number, and whether anything is doubtful about it. */
interface Meant {
  readonly value: string | null
  readonly extension: string
  readonly isClear: boolean
  /** The warning, if there is one. */
  readonly warning: "several_values" | "unreadable_identifier" | null
}

/** What is meant by the texts of cases that are no plain identifiers (C3), written by hand. */
const meanings: { readonly [text: string]: Partial<Meant> } = {
  "n/a": { value: null, warning: "unreadable_identifier" },
  "12": { value: null, warning: "unreadable_identifier" },
  "7": { value: null, warning: "unreadable_identifier" },
  "+49 170 001 ext. 5": { value: "49170001", extension: "5" },
  "+49 170 001 x6": { value: "49170001", extension: "6" },
  "+49 170 001 (work)": { value: "49170001", isClear: false, warning: "several_values" },
  "49170001.0": { value: "49170001" },
  "+49 170 001; +49 170 003": { value: "49170001", isClear: false, warning: "several_values" },
  "Ada <ada@x.org>": { value: "ada@x.org", isClear: false, warning: "several_values" }
}

/** An identifier as it is matched (C3): bare addresses in lower case, the digits of numbers, ids as they are. */
const meantBy = (field: IdentifierField, text: string | null | undefined): Meant => {
  const trimmed = text?.trim() ?? ""
  const isNumber = field === "phoneNumber" || field === "chatappId"
  const digits = trimmed.normalize("NFKC").replace(/\D/g, "").replace(/^00/, "")
  const email = trimmed.toLowerCase().replace(/^mailto:|\u200b|\.$/g, "")
  const value = (field === "email" ? email : isNumber ? digits : trimmed) || null
  const isId = !isNumber && field !== "email"
  const special = isId && trimmed !== "n/a" ? undefined : meanings[trimmed]
  return { value, extension: "", isClear: true, warning: null, ...special }
}

const warningsOf = (fields: ImportRow["fields"]): ReadonlyArray<string> =>
  identifierFields.flatMap((field) => {
    const { warning } = meantBy(field, fields[field])
    return warning === null ? [] : [`${warning} ${field}`]
  })

/** The contacts that a row meets, and whether others have its number with another extension. */
const metBy = (field: MatchIdentifier, fields: ImportRow["fields"], all: ReadonlyArray<Contact>) => {
  const isNumber = field === "phoneNumber"
  const given = isNumber && !fields.phoneNumber?.trim() ? "chatappId" : field
  const { extension, value } = meantBy(given, fields[given])
  let haveOther = false
  if (value === null) return { value, met: [], haveOther }
  for (const own of isNumber ? (["phoneNumber", "chatappId"] as const) : [field]) {
    const holders = all.filter((contact) => meantBy(own, contact[own]).value === value)
    const met = holders.filter((contact) => meantBy(own, contact[own]).extension === extension)
    if (met.length > 0) return { value, met, haveOther: false }
    haveOther ||= holders.length > 0
  }
  return { value, met: [], haveOther }
}

/** The fields without identifiers that the contact has in a clearer form. */
const withoutRemarks = (fields: ImportRow["fields"], contact: Contact): ImportRow["fields"] => {
  const kept = identifierFields.filter((field) => {
    const [own, given] = [meantBy(field, contact[field]), meantBy(field, fields[field])]
    if (own.value === null || contact[field] === null) return false
    return own.isClear && !given.isClear && own.value === given.value && own.extension === given.extension
  })
  return Struct.omit(fields, kept)
}

/**
 * Applies the rows of a case one after the other, as the decisions say, each in a transaction of its own, through
 * public services alone. An import has to have the same results.
 */
export const importRowByRow = Effect.fnUntraced(function* (
  { archivedContacts, matchOnField, mergeType, rows, uniqueIdentifiers, withList }: ImportCase,
  { caller, list }: { readonly caller: Caller; readonly list: ContactList }
) {
  const contacts = yield* contactsWith(uniqueIdentifiers)
  const lists = yield* ContactLists
  const { run: inTransaction } = yield* Transaction
  const { workspace } = caller

  const create = ({ customFields, fields }: ImportRow, found: ReadonlyArray<string> = []) =>
    Effect.map(contacts.create(caller, { ...fields, customFields }), ({ uuid }) =>
      resultOf("created", uuid, ...found, ...warningsOf(fields))
    )

  const apply = Effect.fnUntraced(function* (row: ImportRow) {
    const { customFields, fields } = row
    const bad = badTexts(fields)
    if (bad.length > 0) return resultOf("failed", null, ...bad)
    if (matchOnField === null) return yield* create(row)
    const { haveOther, met, value } = metBy(matchOnField, fields, yield* contactsOf(workspace))
    const [match, another] = met
    const warnings = [...warningsOf(fields)]
    if (another !== undefined) return resultOf("failed", null, `ambiguous_match ${matchOnField}`)
    if (match === undefined && mergeType === "update") {
      const why = haveOther ? "other_extension" : value === null ? "no_match_value" : "no_match"
      return resultOf("skipped", null, `${why} ${matchOnField}`, ...warnings)
    }
    if (match === undefined) return yield* create(row, haveOther ? [`other_extension ${matchOnField}`] : [])
    const restores = mergeType !== "create" && archivedContacts === "restore"
    if (match.archived && !restores) warnings.unshift("contact_archived ")
    if (mergeType === "create") return resultOf("skipped", match.uuid, `match_exists ${matchOnField}`, ...warnings)
    if (restores) yield* contacts.restore(caller, match.uuid)
    const given = { ...withoutRemarks(fields, match), customFields }
    const after = yield* contacts.update(systemCaller(workspace), match.uuid, given)
    if (!Equal.equals({ ...after, updatedAt: match.updatedAt }, match))
      return resultOf("updated", match.uuid, ...warnings)
    // Nothing but the time is changed, which is taken back.
    return yield* Effect.fail({ _tag: "Unchanged" as const, uuid: match.uuid, warnings })
  })

  return yield* Effect.forEach(rows, (row) =>
    inTransaction(
      Effect.gen(function* () {
        const result = yield* inTransaction(apply(row)).pipe(
          Effect.catchTag("InvalidInput", ({ issues }) =>
            Effect.succeed(resultOf("failed", null, ...issues.map(shortIssue)))
          ),
          Effect.catchTag("Unchanged", ({ uuid, warnings }) => Effect.succeed(resultOf("unchanged", uuid, ...warnings)))
        )
        if (withList && result.contactUuid !== null) {
          yield* lists.addMembers(caller, list.uuid, [result.contactUuid])
        }
        return result
      })
    )
  )
})
