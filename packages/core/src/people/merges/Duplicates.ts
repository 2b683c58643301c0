import { Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { IdentifierField } from "../contacts/Identifiers.ts"
import { given } from "../../shared/Input.ts"
import { type CursorOrder, type Place, textKey } from "../../shared/Page.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"

/** The identifiers by which duplicates are found. */
export const DuplicateField = Schema.Literals(["email", "phoneNumber", "chatappId", "externalContactId"])
export type DuplicateField = typeof DuplicateField.Type

/** The filter for a list of duplicates. */
export const DuplicateFilter = Schema.Struct({
  /** The shared identifier. A number in `phoneNumber` equals the same number in `chatappId`. Default: every identifier. */
  field: given(DuplicateField)
})
export type DuplicateFilter = typeof DuplicateFilter.Type

/**
 * The kinds of shared identifiers, in the order of the listed groups. `phoneNumber` includes `chatappId`, because a number
 * is equal in both fields.
 */
export const duplicateKinds = [
  "email",
  "phoneNumber",
  "externalContactId"
] as const satisfies ReadonlyArray<IdentifierField>
export type DuplicateKind = (typeof duplicateKinds)[number]

/** Returns the kinds of groups that a filter selects. */
export const kindsOf = ({ field }: DuplicateFilter): ReadonlyArray<DuplicateKind> => {
  if (field === undefined || field === null) return duplicateKinds
  return [field === "chatappId" ? "phoneNumber" : field]
}

/** The maximum number of contacts returned per group. */
export const maxShownDuplicates = 10

/** Contacts with the same normalised identifier. Archived contacts are excluded. */
export interface DuplicateGroup {
  readonly field: DuplicateKind
  readonly value: string
  /** The number of contacts in the group. `contacts` has the oldest contacts of the group. */
  readonly count: number
  readonly contacts: ReadonlyArray<Contact>
}

/** Returns the sort order of groups, as cursors encode it. */
export const duplicateOrder = (kinds: ReadonlyArray<DuplicateKind>): CursorOrder => ({
  listing: "duplicates",
  order: kinds.join(" "),
  key: keyAmong(kinds)
})

/** Returns the schema for {@link placeOfGroup} keys of these kinds. */
const keyAmong = (kinds: ReadonlyArray<DuplicateKind>) => {
  const starts = kinds.map((kind) => String(duplicateKinds.indexOf(kind)))
  return textKey.check(
    Schema.makeFilter(
      (key) => (key !== null && starts.some((start) => key.startsWith(start))) || "must begin with the number of a kind"
    )
  )
}

/** Returns the place of a group in a list, ordered by kind, then by value. Keys are unique in a workspace. */
export const placeOfGroup = (
  workspace: WorkspaceUuid,
  { field, value }: Pick<DuplicateGroup, "field" | "value">
): Place => ({ key: `${duplicateKinds.indexOf(field)}${value}`, uuid: workspace })
