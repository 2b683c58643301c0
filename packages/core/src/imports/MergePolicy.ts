import type { ContactFields } from "../contacts/Contact.ts"
import { fieldIssues, usableIdentifier } from "../contacts/ContactRules.ts"
import type { IdentifierKey, NumberForms } from "../contacts/Identifiers.ts"
import type { ContactUuid } from "../shared/Ids.ts"
import { issue, type Issue, type IssueCode } from "../shared/Issue.ts"
import type { ContactImport } from "./ContactImport.ts"

/** The action that applies a row. */
export type MergeDecision =
  | { readonly _tag: "Create" }
  | { readonly _tag: "Update"; readonly contact: ContactUuid }
  | { readonly _tag: "Skip"; readonly contact: ContactUuid | null; readonly issue: Issue }
  | { readonly _tag: "Fail"; readonly issues: ReadonlyArray<Issue> }

type Policy = Pick<ContactImport, "matchOnField" | "mergeType">

/** What a row says about whom it means. */
interface RowIdentity {
  readonly fields: ContactFields
  readonly uuid?: ContactUuid
}

/** The identifier that a row is matched by; null when rows are not matched or this one has nothing to match on. */
export const matchKey = (numbers: NumberForms, { matchOnField }: Policy, fields: ContactFields): IdentifierKey | null =>
  matchOnField === null || matchOnField === "uuid" ? null : usableIdentifier(numbers, matchOnField, fields)

/** The contact that a row may be, whatever rows are matched on; null when they are not matched, or it names none. */
export const matchUuid = ({ matchOnField }: Policy, { uuid }: RowIdentity): ContactUuid | null =>
  matchOnField === null ? null : (uuid ?? null)

/**
 * Returns the action for a row, given the contacts that it matches, archived ones too, at most two of them: that with
 * its uuid, or where the workspace has none those that have its match value (I3). A row with a text that no contact can
 * have fails, whatever it matches.
 */
export const decide = (
  numbers: NumberForms,
  policy: Policy,
  row: RowIdentity,
  [contact, another]: ReadonlyArray<ContactUuid>
): MergeDecision => {
  const { matchOnField, mergeType } = policy
  const issues = fieldIssues(row.fields)
  if (issues.length > 0) return { _tag: "Fail", issues }
  if (matchOnField === null) return { _tag: "Create" }
  const found = (code: IssueCode, message: string) => issue(code, [matchOnField], message)
  if (another !== undefined) {
    return { _tag: "Fail", issues: [found("ambiguous_match", "more than one contact has this value")] }
  }
  if (contact !== undefined) {
    return mergeType === "create"
      ? { _tag: "Skip", contact, issue: found("match_exists", "a contact has this value already") }
      : { _tag: "Update", contact }
  }
  if (mergeType !== "update") return { _tag: "Create" }
  return matchKey(numbers, policy, row.fields) === null && matchUuid(policy, row) === null
    ? { _tag: "Skip", contact: null, issue: found("no_match_value", "there is nothing to match on") }
    : { _tag: "Skip", contact: null, issue: found("no_match", "no contact has this value") }
}
