import {
  type ActorUuid,
  comparator,
  compareCodePoints,
  type ContactListUuid,
  type ContactUuid,
  type MemberListing,
  type MemberOutcome,
  type Page,
  type PageRequest,
  type Contact,
  slice,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, HashMap, Option } from "effect"
import { contactsOf, type StoredContact } from "../contacts/ContactsState.ts"
import type { State } from "../kernel/State.ts"
import { findList, type ListsState, putList, type StoredList } from "./ListsState.ts"

/** Names the list, and who changes its members and when. */
export interface MemberChange {
  readonly workspace: WorkspaceUuid
  readonly list: ContactListUuid
  readonly contacts: ReadonlyArray<ContactUuid>
  readonly by: ActorUuid
  readonly now: DateTime.Utc
}

export const members = (
  state: State,
  workspace: WorkspaceUuid,
  uuid: ContactListUuid,
  { includeArchived, sort }: MemberListing,
  page: PageRequest
): Page<Contact> => {
  const wanted = allMembers(state, workspace, uuid).filter(({ contact }) => includeArchived || !contact.archived)
  const { items, total } = slice(wanted.toSorted(memberOrder(sort)), page)
  return { items: items.map(({ contact }) => contact), total }
}

const allMembers = (
  { contacts, lists }: State,
  workspace: WorkspaceUuid,
  uuid: ContactListUuid
): ReadonlyArray<Member> => {
  const known = contactsOf(contacts, workspace)
  const members = Option.match(findList(lists, workspace, uuid), {
    onNone: () => [],
    onSome: ({ members }) => HashMap.toEntries(members)
  })
  return members.flatMap(([contact, addedAt]) =>
    Option.match(HashMap.get(known, contact), { onNone: () => [], onSome: (stored) => [{ ...stored, addedAt }] })
  )
}

interface Member extends StoredContact {
  readonly addedAt: number
}

const memberOrder = (sort: MemberListing["sort"]): ((a: Member, b: Member) => number) => {
  if (sort === "added_last_first") {
    return (a, b) => b.addedAt - a.addedAt || compareCodePoints(b.contact.uuid, a.contact.uuid)
  }
  const compare = comparator(sort)
  return (a, b) => compare(a.index, b.index)
}

export const addMembers = (
  state: State,
  { by, contacts, list, now, workspace }: MemberChange
): readonly [ReadonlyMap<ContactUuid, MemberOutcome>, State] => {
  const stored = Option.getOrUndefined(findList(state.lists, workspace, list))
  if (stored === undefined) return [new Map(), state]
  const known = contactsOf(state.contacts, workspace)
  const outcomes = new Map(contacts.map((contact) => [contact, outcomeOf(stored, known, contact)]))
  const added = contacts.filter((contact) => outcomes.get(contact) === "added")
  if (added.length === 0) return [outcomes, state]
  const addedAt = DateTime.toEpochMillis(now)
  const grown = HashMap.setMany(
    stored.members,
    added.map((contact) => [contact, addedAt] as const)
  )
  const updated = { ...stored.list, updatedBy: by, updatedAt: now }
  return [outcomes, { ...state, lists: putList(state.lists, updated, grown) }]
}

const outcomeOf = (
  { members }: StoredList,
  known: HashMap.HashMap<ContactUuid, StoredContact>,
  contact: ContactUuid
): MemberOutcome => {
  if (HashMap.has(members, contact)) return "present"
  return HashMap.has(known, contact) ? "added" : "unknown"
}

export const removeMembers = (lists: ListsState, { by, contacts, list, now, workspace }: MemberChange): ListsState => {
  const stored = Option.getOrUndefined(findList(lists, workspace, list))
  if (stored === undefined) return lists
  const left = HashMap.removeMany(stored.members, contacts)
  if (HashMap.size(left) === HashMap.size(stored.members)) return lists
  return putList(lists, { ...stored.list, updatedBy: by, updatedAt: now }, left)
}
