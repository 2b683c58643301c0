import {
  comparator,
  type Contact,
  type ContactList,
  type ContactUuid,
  type MemberListing,
  type Searchable
} from "@rollcall/core"
import { DateTime, Order } from "effect"
import { thenUuid } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

/** A contact on a list. */
interface Member {
  readonly uuid: ContactUuid
  readonly addedAt: DateTime.Utc
  readonly contact: Contact
  readonly index: Searchable
}

/** The members of a list, in no order. */
export const membersOf = ({ contacts, members, searchables }: Tables, list: ContactList): ReadonlyArray<Member> =>
  Array.from(members.get(list.uuid) ?? [], ([uuid, addedAt]) => {
    const contact = contacts.get(uuid)
    const index = searchables.get(uuid)
    return contact === undefined || index === undefined ? [] : [{ uuid, addedAt, contact, index }]
  }).flat()

/** A list as it is given out: with the number of its members that are not archived (L3). */
export const counted =
  (tables: Tables) =>
  (list: ContactList): ContactList => ({
    ...list,
    count: membersOf(tables, list).filter(({ contact }) => !contact.archived).length
  })

/** The order in which members are wanted. */
export const memberOrder = (sort: MemberListing["sort"]): ((a: Member, b: Member) => number) => {
  if (sort === "added_last_first") return Order.flip(firstAdded)
  const compare = comparator(sort)
  return (a, b) => compare(a.index, b.index)
}

const firstAdded = thenUuid(Order.mapInput(DateTime.Order, ({ addedAt }: Member) => addedAt))

/** Changes who is on a list, and puts the list in the place of what it was if anybody was changed. Gives who was. */
export const changeMembers = (
  tables: Tables,
  list: ContactList,
  change: (members: Map<ContactUuid, DateTime.Utc>) => ReadonlyArray<ContactUuid>
): ReadonlyArray<ContactUuid> => {
  const members = new Map(tables.members.get(list.uuid))
  const changed = change(members)
  if (changed.length > 0) {
    tables.lists.set(list.uuid, list)
    tables.members.set(list.uuid, members)
  }
  return changed
}
