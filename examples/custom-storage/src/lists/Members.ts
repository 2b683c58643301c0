import {
  type ActorUuid,
  comparator,
  type ContactList,
  type ContactListUuid,
  type ContactUuid,
  type MemberListing,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Option } from "effect"
import { findRow, keyOf, orderBy, replaceRow } from "../kernel/Rows.ts"
import type { ContactRow, Tables } from "../kernel/Tables.ts"

interface Member extends ContactRow {
  readonly addedAt: DateTime.Utc
}

/** The contacts on a list. */
export const membersOf =
  ({ contacts, members }: Tables) =>
  ({ uuid, workspaceUuid }: ContactList): ReadonlyArray<Member> =>
    Array.from(members.get(keyOf(workspaceUuid, uuid)) ?? []).flatMap(([contact, addedAt]) =>
      Option.toArray(findRow(contacts, workspaceUuid, contact)).map((row) => ({ ...row, addedAt }))
    )

/** A list as it is given out: with the number of its members that are not archived (L3). */
export const counted =
  (tables: Tables) =>
  (list: ContactList): ContactList => ({
    ...list,
    count: membersOf(tables)(list).filter(({ contact }) => !contact.archived).length
  })

/** The order in which members are wanted. */
export const memberOrder = (sort: MemberListing["sort"]): ((a: Member, b: Member) => number) => {
  if (sort === "added_last_first") return orderBy(({ addedAt }) => DateTime.toEpochMillis(addedAt), "desc")
  const compare = comparator(sort)
  return (a, b) => compare(a.index, b.index)
}

/** Changes who is on a list. If anybody was, the list was updated `by` somebody `now`. */
export const changeMembers = (
  tables: Tables,
  {
    by,
    now,
    uuid,
    workspace
  }: {
    readonly workspace: WorkspaceUuid
    readonly uuid: ContactListUuid
    readonly by: ActorUuid
    readonly now: DateTime.Utc
  },
  change: (members: Map<ContactUuid, DateTime.Utc>) => void
): void => {
  const list = Option.getOrUndefined(findRow(tables.lists, workspace, uuid))
  if (list === undefined) return
  const before = tables.members.get(keyOf(workspace, uuid)) ?? new Map<ContactUuid, DateTime.Utc>()
  const members = new Map(before)
  change(members)
  if (members.size === before.size) return
  tables.members.set(keyOf(workspace, uuid), members)
  replaceRow(tables.lists, { ...list, updatedBy: by, updatedAt: now })
}
