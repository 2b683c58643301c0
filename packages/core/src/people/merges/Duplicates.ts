import { Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { IdentifierField } from "../contacts/Identifiers.ts"
import { given } from "../../shared/Input.ts"
import { type CursorOrder, type Place, textKey } from "../../shared/Page.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"

/** The identifiers that duplicates are found by. */
export const DuplicateField = Schema.Literals(["email", "phoneNumber", "chatappId", "externalContactId"])
export type DuplicateField = typeof DuplicateField.Type

/** Which duplicates are wanted: of one identifier, or of all. */
export const DuplicateFilter = Schema.Struct({
  /** What they have in common; a number is the same in `phoneNumber` and in `chatappId`. */
  field: given(DuplicateField)
})
export type DuplicateFilter = typeof DuplicateFilter.Type

/**
 * What contacts have in common: a number is the same in `phoneNumber` and in `chatappId`, and stands for both. They are in
 * the order in which their groups are listed.
 */
export const duplicateKinds = [
  "email",
  "phoneNumber",
  "externalContactId"
] as const satisfies ReadonlyArray<IdentifierField>
export type DuplicateKind = (typeof duplicateKinds)[number]

/** The kinds of groups that a filter asks for. */
export const kindsOf = ({ field }: DuplicateFilter): ReadonlyArray<DuplicateKind> => {
  if (field === undefined || field === null) return duplicateKinds
  return [field === "chatappId" ? "phoneNumber" : field]
}

/** The most contacts of a group that are returned. */
export const maxShownDuplicates = 10

/** Contacts that are not archived, and have the same identifier in its normal form. */
export interface DuplicateGroup {
  readonly field: DuplicateKind
  readonly value: string
  /** How many contacts there are, of which `contacts` are the oldest. */
  readonly count: number
  readonly contacts: ReadonlyArray<Contact>
}

/** The order of the groups of some kinds, as cursors name it. */
export const duplicateOrder = (kinds: ReadonlyArray<DuplicateKind>): CursorOrder => ({
  listing: "duplicates",
  order: kinds.join(" "),
  key: keyAmong(kinds)
})

/** The keys of the places of groups of some kinds: see {@link placeOfGroup}. */
const keyAmong = (kinds: ReadonlyArray<DuplicateKind>) => {
  const starts = kinds.map((kind) => String(duplicateKinds.indexOf(kind)))
  return textKey.check(
    Schema.makeFilter(
      (key) => (key !== null && starts.some((start) => key.startsWith(start))) || "must begin with the number of a kind"
    )
  )
}

/** The place of a group: by its kind, then by its value. No two of a workspace have the same key. */
export const placeOfGroup = (
  workspace: WorkspaceUuid,
  { field, value }: Pick<DuplicateGroup, "field" | "value">
): Place => ({ key: `${duplicateKinds.indexOf(field)}${value}`, uuid: workspace })
