import {
  type ActorUuid,
  type Contact,
  compareCodePoints,
  type ContactList,
  type ContactUuid,
  fold,
  type MemberOutcome
} from "@rollcall/core"
import { DateTime } from "effect"
import fc from "fast-check"

/** A step of a story about lists; lists and contacts are named by their place in the model. */
export type Command =
  | { readonly _tag: "Add" | "Remove"; readonly list: number; readonly contacts: ReadonlyArray<number> }
  | { readonly _tag: "ArchiveContact"; readonly contact: number; readonly archived: boolean }
  | { readonly _tag: "ArchiveList"; readonly list: number }

export const listCount = 3

/** Contacts of the workspace come first, then one of another workspace and one that nobody has. */
export const contactCount = 6

const listIndex = fc.nat({ max: listCount - 1 })

export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: fc.constant("Add"),
      list: listIndex,
      contacts: fc.uniqueArray(fc.nat({ max: contactCount + 1 }), { maxLength: 5 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("Remove"),
      list: listIndex,
      contacts: fc.uniqueArray(fc.nat({ max: contactCount + 1 }), { maxLength: 3 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("ArchiveContact"),
      contact: fc.nat({ max: contactCount - 1 }),
      archived: fc.boolean()
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("ArchiveList"), list: listIndex }) }
)

/** What lists and memberships should be: plain values, changed in the most obvious way. */
export class MemberModel {
  readonly #lists = new Map<string, ContactList>()
  readonly #contacts = new Map<ContactUuid, Contact>()
  readonly #members = new Map<string, Map<ContactUuid, DateTime.Utc>>()

  constructor(lists: ReadonlyArray<ContactList>, contacts: ReadonlyArray<Contact>) {
    for (const list of lists) {
      this.#lists.set(list.uuid, list)
      this.#members.set(list.uuid, new Map())
    }
    for (const contact of contacts) this.putContact(contact)
  }

  putContact(contact: Contact): void {
    this.#contacts.set(contact.uuid, contact)
  }

  putList(list: ContactList): void {
    this.#lists.set(list.uuid, list)
  }

  add(uuid: string, contacts: ReadonlyArray<ContactUuid>, by: ActorUuid, now: DateTime.Utc) {
    const members = this.#membersOf(uuid)
    const outcomes = contacts.map((contact): readonly [ContactUuid, MemberOutcome] => {
      if (members.has(contact)) return [contact, "present"]
      return [contact, this.#contacts.has(contact) ? "added" : "unknown"]
    })
    const added = outcomes.flatMap(([contact, outcome]) => (outcome === "added" ? [contact] : []))
    for (const contact of added) members.set(contact, now)
    if (added.length > 0) this.#touch(uuid, by, now)
    return outcomes
  }

  remove(uuid: string, contacts: ReadonlyArray<ContactUuid>, by: ActorUuid, now: DateTime.Utc): void {
    const members = this.#membersOf(uuid)
    const removed = contacts.filter((contact) => members.delete(contact))
    if (removed.length > 0) this.#touch(uuid, by, now)
  }

  /** Every list by name, with its count (L3). */
  lists(): ReadonlyArray<ContactList> {
    return [...this.#lists.values()]
      .map((list) => ({ ...list, count: this.members(list.uuid, false).length }))
      .toSorted((a, b) => compareCodePoints(fold(a.name), fold(b.name)) || compareCodePoints(a.uuid, b.uuid))
  }

  listsOf(contact: ContactUuid): ReadonlyArray<ContactList> {
    return this.lists().filter(({ uuid }) => this.#membersOf(uuid).has(contact))
  }

  /** Those added last first (C4). */
  members(uuid: string, includeArchived: boolean): ReadonlyArray<Contact> {
    return [...this.#membersOf(uuid)]
      .toSorted(([a, addedA], [b, addedB]) => DateTime.Order(addedB, addedA) || compareCodePoints(b, a))
      .flatMap(([contact]) => this.#contacts.get(contact) ?? [])
      .filter(({ archived }) => includeArchived || !archived)
  }

  #membersOf(uuid: string): Map<ContactUuid, DateTime.Utc> {
    return this.#members.get(uuid) ?? new Map<ContactUuid, DateTime.Utc>()
  }

  #touch(uuid: string, updatedBy: ActorUuid, updatedAt: DateTime.Utc): void {
    const list = this.#lists.get(uuid)
    if (list !== undefined) this.#lists.set(uuid, { ...list, updatedBy, updatedAt })
  }
}
