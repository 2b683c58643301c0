import { type ContactFields, tidy } from "../contacts/Contact.ts"
import { fieldIssues } from "../contacts/ContactRules.ts"
import { addressFields, type Identifier, type IdentifierField, type IdentifierKey } from "../contacts/Identifiers.ts"
import type { Reading } from "../identifiers/Reading.ts"
import type { ContactUuid } from "../../shared/Ids.ts"
import { issue, type Issue, type IssueCode } from "../../shared/Issue.ts"
import type { ContactImport } from "./ContactImport.ts"

/** The action for a row. `warnings` are issues that don't prevent the action. */
export type MergeDecision =
  | { readonly _tag: "Create"; readonly warnings: ReadonlyArray<Issue> }
  | { readonly _tag: "Update"; readonly contact: ContactUuid; readonly isMerged: boolean }
  | { readonly _tag: "Skip"; readonly contact: ContactUuid | null; readonly issue: Issue }
  | { readonly _tag: "Fail"; readonly issues: ReadonlyArray<Issue> }

type Policy = Pick<ContactImport, "matchOnField" | "mergeType">

/** The parts of a row that identify its contact. */
interface RowIdentity {
  readonly fields: ContactFields
  readonly uuid?: ContactUuid
}

/** The identifiers that a row is matched by, in order of priority, and the number's extension. */
export interface RowMatch {
  readonly keys: ReadonlyArray<IdentifierKey>
  readonly extension: string | null
}

/** The contacts that a row matches. */
export interface Matches {
  readonly contacts: ReadonlyArray<ContactUuid>
  /**
   * Whether the contacts are survivors of merged contacts that had the identifier. If so, no contact has the identifier
   * now.
   */
  readonly isMerged: boolean
  /** Whether contacts have the same number with another extension. Such contacts don't match. */
  readonly haveOtherExtension: boolean
}

/**
 * Returns the identifiers to match a row by; null if rows aren't matched or this row has no match value. A number matches
 * contacts in either `phoneNumber` or `chatappId`.
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

/** Returns the uuid to match a row by, for any `matchOnField`; null if rows aren't matched or this row has no uuid. */
export const matchUuid = ({ matchOnField }: Policy, { uuid }: RowIdentity): ContactUuid | null =>
  matchOnField === null ? null : (uuid ?? null)

/**
 * Returns the action for a row by its match value and the matching contacts, including archived contacts. A contact with
 * the row's uuid takes precedence over contacts with the match value. A row with an invalid field always fails.
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
    ? { _tag: "Skip", contact: null, issue: found("no_match_value", "the row has no value to match on") }
    : { _tag: "Skip", contact: null, issue: found("no_match", "no contact has this value") }
}
