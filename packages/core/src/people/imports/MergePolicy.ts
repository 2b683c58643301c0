import { type ContactFields, tidy } from "../contacts/Contact.ts"
import { fieldIssues } from "../contacts/ContactRules.ts"
import { addressFields, type Identifier, type IdentifierField, type IdentifierKey } from "../contacts/Identifiers.ts"
import type { Reading } from "../identifiers/Reading.ts"
import type { ContactUuid } from "../../shared/Ids.ts"
import { issue, type Issue, type IssueCode } from "../../shared/Issue.ts"
import type { ContactImport } from "./ContactImport.ts"

/** The action that applies a row. What is doubtful about it is its warning. */
export type MergeDecision =
  | { readonly _tag: "Create"; readonly warnings: ReadonlyArray<Issue> }
  | { readonly _tag: "Update"; readonly contact: ContactUuid; readonly isMerged: boolean }
  | { readonly _tag: "Skip"; readonly contact: ContactUuid | null; readonly issue: Issue }
  | { readonly _tag: "Fail"; readonly issues: ReadonlyArray<Issue> }

type Policy = Pick<ContactImport, "matchOnField" | "mergeType">

/** What a row says about its contact. */
interface RowIdentity {
  readonly fields: ContactFields
  readonly uuid?: ContactUuid
}

/** What a row is matched by: identifiers, of which the first that a contact has counts, and the extension of a number. */
export interface RowMatch {
  readonly keys: ReadonlyArray<IdentifierKey>
  readonly extension: string | null
}

/** The contacts that a row matches. */
export interface Matches {
  readonly contacts: ReadonlyArray<ContactUuid>
  /** Whether they are the survivors of merged contacts that had the identifier, which no contact has. */
  readonly isMerged: boolean
  /** Whether contacts differ from the row by nothing but the extension of the number: they are not matched. */
  readonly haveOtherExtension: boolean
}

/**
 * The identifiers that a row is matched by; null when rows are not matched or this one has nothing to match on. A number is
 * the same in `phoneNumber` and in `chatappId`: a row has it in one of them, and contacts in either.
 */
export const matchOf = (
  { matchOnField }: Policy,
  fields: ContactFields,
  readingOf: (field: IdentifierField) => Reading<Identifier>
): RowMatch | null => {
  if (matchOnField === null || matchOnField === "uuid") return null
  const isNumber = matchOnField === "phoneNumber"
  const given: IdentifierField = isNumber && tidy(fields.phoneNumber ?? null) === null ? "chatappId" : matchOnField
  const reading = readingOf(given)
  if (reading._tag === "None") return null
  const { extension, key: value } = reading.value
  const keys = isNumber
    ? addressFields.toReversed().map((field) => ({ field, value }))
    : [{ field: matchOnField, value }]
  return { keys, extension }
}

/** The contact that a row may be, whatever rows are matched on; null when they are not matched, or it names none. */
export const matchUuid = ({ matchOnField }: Policy, { uuid }: RowIdentity): ContactUuid | null =>
  matchOnField === null ? null : (uuid ?? null)

/**
 * Returns the action for a row, given what it is matched by and the contacts that it matches, archived ones too: the
 * contact with its uuid, or else the contacts with its match value. A row with a text that no contact can have fails,
 * whatever it matches.
 */
export const decide = (
  policy: Policy,
  row: RowIdentity,
  match: RowMatch | null,
  { contacts: [contact, another], haveOtherExtension, isMerged }: Matches
): MergeDecision => {
  const { matchOnField, mergeType } = policy
  const issues = fieldIssues(row.fields)
  if (issues.length > 0) return { _tag: "Fail", issues }
  if (matchOnField === null) return { _tag: "Create", warnings: [] }
  const found = (code: IssueCode, message: string) => issue(code, [matchOnField], message)
  if (another !== undefined) {
    return { _tag: "Fail", issues: [found("ambiguous_match", "more than one contact has this value")] }
  }
  if (contact !== undefined) {
    return mergeType === "create"
      ? { _tag: "Skip", contact, issue: found("match_exists", "a contact already has this value") }
      : { _tag: "Update", contact, isMerged }
  }
  const otherExtension = found("other_extension", "contacts have this number with another extension, or with none")
  if (mergeType !== "update") return { _tag: "Create", warnings: haveOtherExtension ? [otherExtension] : [] }
  if (haveOtherExtension) return { _tag: "Skip", contact: null, issue: otherExtension }
  return match === null && matchUuid(policy, row) === null
    ? { _tag: "Skip", contact: null, issue: found("no_match_value", "there is nothing to match on") }
    : { _tag: "Skip", contact: null, issue: found("no_match", "no contact has this value") }
}
