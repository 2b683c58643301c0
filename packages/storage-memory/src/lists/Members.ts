import type { ContactList, ContactListUuid, WorkspaceUuid } from "@rollcall/core"
import { comparePlaces, type Place, type PlacePage, type PlaceRequest, sliceAfter } from "@rollcall/core/operations"
import { type MemberListing, sortPlace } from "@rollcall/core/people"
import { DateTime } from "effect"
import { type ContactRow, type MemberRow, type Tables, within } from "../database/Tables.ts"

interface Member extends ContactRow, Pick<MemberRow, "addedAt"> {}

/** Returns the members of a list. */
export const membersOf = (
  { contacts, members }: Tables,
  workspace: WorkspaceUuid,
  list: ContactListUuid
): ReadonlyArray<Member> =>
  members.rows(within(workspace, list)).flatMap(({ addedAt, contact }) => {
    const row = contacts.get(workspace, contact)
    return row === undefined ? [] : [{ ...row, addedAt }]
  })

/** Returns a list with its number of members that are not archived, counted on each call. */
export const counted =
  (tables: Tables) =>
  (list: ContactList): ContactList => ({
    ...list,
    count: membersOf(tables, list.workspaceUuid, list.uuid).filter(({ contact }) => !contact.archived).length
  })

/** Returns a page of sorted members. */
export const memberPage = (
  members: ReadonlyArray<Member>,
  sort: MemberListing["sort"],
  page: PlaceRequest
): PlacePage<Member> => {
  const direction = sort === "added_last_first" ? "desc" : sort.direction
  const compare = comparePlaces(direction)
  const placed = members.map((member) => ({ member, place: placeOfMember(sort, member) }))
  const inOrder = placed.toSorted((a, b) => compare(a.place, b.place))
  const { items, ...rest } = sliceAfter(inOrder, page, direction, ({ place }) => place)
  return { items: items.map(({ member }) => member), ...rest }
}

const placeOfMember = (sort: MemberListing["sort"], { addedAt, index }: Member): Place =>
  sort === "added_last_first" ? { key: DateTime.toEpochMillis(addedAt), uuid: index.uuid } : sortPlace(sort, index)
