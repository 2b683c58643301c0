import { type ContactFields, tidy } from "../contacts/Contact.ts"
import { fieldIssues, wireName } from "../contacts/ContactRules.ts"
import { type IdentifierKey, identifierValue } from "../contacts/Identifiers.ts"
import type { ContactUuid } from "../shared/Ids.ts"
import { inBody, type Issue } from "../shared/Issue.ts"
import type { ContactImport, MatchField } from "./ContactImport.ts"

/** What is to be done with a row. */
export type MergeDecision =
  | { readonly _tag: "Create" }
  | { readonly _tag: "Update"; readonly contact: ContactUuid }
  | { readonly _tag: "Skip"; readonly contact: ContactUuid | null; readonly issue: Issue }
  | { readonly _tag: "Fail"; readonly issues: ReadonlyArray<Issue> }

type Policy = Pick<ContactImport, "matchOn" | "mergeType">

/** The identifier that a row is matched by; null when rows are not matched or this one has nothing to match on. */
export const matchKey = ({ matchOn }: Policy, fields: ContactFields): IdentifierKey | null => {
  if (matchOn === null || fieldIssues({ [matchOn]: fields[matchOn] }).length > 0) return null
  const value = identifierValue(matchOn, tidy(fields[matchOn] ?? null))
  return value === null ? null : { field: matchOn, value }
}

/**
 * Decides about a row by the contacts that have its match value, archived ones too, of which two stand for any more
 * (I3). A row with a text that no contact takes fails, whatever it matches.
 */
export const decide = (
  policy: Policy,
  fields: ContactFields,
  [contact, another]: ReadonlyArray<ContactUuid>
): MergeDecision => {
  const { matchOn, mergeType } = policy
  const issues = fieldIssues(fields)
  if (issues.length > 0) return { _tag: "Fail", issues }
  if (matchOn === null) return { _tag: "Create" }
  if (another !== undefined) return { _tag: "Fail", issues: [ambiguous(matchOn)] }
  if (contact !== undefined) {
    return mergeType === "create"
      ? { _tag: "Skip", contact, issue: skipped("match_exists", matchOn, "a contact has this value already") }
      : { _tag: "Update", contact }
  }
  if (mergeType !== "update") return { _tag: "Create" }
  const issue =
    matchKey(policy, fields) === null
      ? skipped("no_match_value", matchOn, "there is nothing to match on")
      : skipped("no_match", matchOn, "no contact has this value")
  return { _tag: "Skip", contact: null, issue }
}

const ambiguous = (field: MatchField): Issue =>
  inBody("ambiguous_match", wireName(field), "more than one contact has this value")

const skipped = (type: string, field: MatchField, msg: string): Issue => inBody(type, wireName(field), msg)
