import type { ContactFields } from "../contacts/Contact.ts"
import { fieldIssues, usableIdentifier } from "../contacts/ContactRules.ts"
import type { IdentifierKey } from "../contacts/Identifiers.ts"
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

/** The identifier that a row is matched by; null when rows are not matched or this one has nothing to match on. */
export const matchKey = ({ matchOnField }: Policy, fields: ContactFields): IdentifierKey | null =>
  matchOnField === null ? null : usableIdentifier(matchOnField, fields)

/**
 * Returns the action for a row, given the contacts that have its match value, archived ones too, at most two of them
 * (I3). A row with a text that no contact can have fails, whatever it matches.
 */
export const decide = (
  policy: Policy,
  fields: ContactFields,
  [contact, another]: ReadonlyArray<ContactUuid>
): MergeDecision => {
  const { matchOnField, mergeType } = policy
  const issues = fieldIssues(fields)
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
  return matchKey(policy, fields) === null
    ? { _tag: "Skip", contact: null, issue: found("no_match_value", "there is nothing to match on") }
    : { _tag: "Skip", contact: null, issue: found("no_match", "no contact has this value") }
}
