import type { ContactList, ContactListUuid, WorkspaceUuid } from "@rollcall/core"
import { comparator, compareCodePoints, type MemberListing } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { type ContactRow, type MemberRow, type Tables, within } from "../database/Tables.ts"

interface Member extends ContactRow, Pick<MemberRow, "addedAt"> {}

/** The contacts of a list. */
export const membersOf = (
  { contacts, members }: Tables,
  workspace: WorkspaceUuid,
  list: ContactListUuid
): ReadonlyArray<Member> =>
  members.rows(within(workspace, list)).flatMap(({ addedAt, contact }) => {
    const row = contacts.get(workspace, contact)
    return row === undefined ? [] : [{ ...row, addedAt }]
  })

/** A list with the number of its members that are not archived (L3). They are counted on each call. */
export const counted =
  (tables: Tables) =>
  (list: ContactList): ContactList => ({
    ...list,
    count: membersOf(tables, list.workspaceUuid, list.uuid).filter(({ contact }) => !contact.archived).length
  })

/** The order of a listing of members. */
export const memberOrder = (sort: MemberListing["sort"]): ((a: Member, b: Member) => number) => {
  if (sort === "added_last_first")
    return (a, b) => DateTime.Order(b.addedAt, a.addedAt) || compareCodePoints(b.index.uuid, a.index.uuid)
  const compare = comparator(sort)
  return (a, b) => compare(a.index, b.index)
}
