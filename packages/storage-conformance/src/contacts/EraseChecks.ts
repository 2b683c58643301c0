import {
  type AccessTokenStore,
  type Contact,
  ContactListStore,
  ContactNotFound,
  Contacts,
  ContactStore,
  ContactUuid,
  CustomFields,
  CustomFieldStore,
  newestFirst,
  nextId,
  NoteStore,
  Transaction
} from "@rollcall/core"
import { Effect, Option } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { everything, instantOf, listsOf, storedList, uuidsOf } from "../lists/Fixture.ts"
import { newNote, refOf, storedNote } from "../notes/Fixture.ts"
import { current, lockContact, replaceContact, storedContact } from "./Fixture.ts"

type Needs =
  | ContactStore
  | ContactListStore
  | NoteStore
  | CustomFieldStore
  | AccessTokenStore
  | Transaction
  | Contacts
  | CustomFields

const together = { concurrency: "unbounded" } as const

/** A contact on a list, with a note and an archived one. */
const knownContact = Effect.fnUntraced(function* (fields: Partial<Contact> = {}) {
  const lists = yield* ContactListStore
  const notes = yield* NoteStore
  const contact = yield* storedContact(fields)
  const { uuid, workspaceUuid } = contact
  const list = yield* storedList({ workspaceUuid })
  yield* lists.addMembers(workspaceUuid, list.uuid, [uuid], list.createdBy, instantOf(1))
  const note = yield* storedNote(contact)
  yield* notes.archive(refOf(yield* storedNote(contact)), instantOf(1))
  return { contact, list, note }
})

/** Fails if anything of a contact is left. */
const leftNothing = Effect.fnUntraced(function* (contact: Contact) {
  const { uuid, workspaceUuid } = contact
  yield* agree("The contact", yield* current(contact), Option.none())
  const listing = yield* listsOf(workspaceUuid, uuid, null, everything)
  yield* agree("Its lists", listing, { items: [], total: 0 })
  const notes = yield* NoteStore
  yield* agree("Its notes", yield* notes.list(workspaceUuid, uuid, everything), { items: [], total: 0 })
})

/** What goes and what stays when a contact is erased (C7). */
export const eraseChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "C7: erases a contact with its notes and memberships, and nothing of its neighbour",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const lists = yield* ContactListStore
      const notes = yield* NoteStore
      const { contact, list, note } = yield* knownContact()
      const { uuid, workspaceUuid } = contact
      const neighbour = yield* storedContact({ workspaceUuid, email: contact.email })
      yield* lists.addMembers(workspaceUuid, list.uuid, [neighbour.uuid], list.createdBy, instantOf(2))
      const kept = yield* storedNote(neighbour)
      yield* contacts.erase(workspaceUuid, uuid)
      yield* leftNothing(contact)
      yield* agree("Its note", yield* notes.find(refOf(note)), Option.none())
      yield* agree("The neighbour", yield* current(neighbour), Option.some(neighbour))
      yield* agree("The neighbour's note", yield* notes.find(refOf(kept)), Option.some(kept))
      const listing = { includeArchived: true, sort: "added_last_first" } as const
      const members = yield* lists.members(workspaceUuid, list.uuid, listing, everything)
      yield* agree("The members", members.items, [neighbour])
      const found = yield* lists.find(workspaceUuid, list.uuid)
      yield* agree(
        "The count",
        Option.map(found, ({ count }) => count),
        Option.some(1)
      )
      const condition = { _tag: "TextContains", field: "email", text: "ada" } as const
      const store = yield* ContactStore
      const search = yield* store.search(workspaceUuid, { condition, sort: newestFirst }, everything)
      yield* agree("The search", uuidsOf(search.items), [neighbour.uuid])
      const key = { field: "email", value: "ada@example.org" } as const
      const transaction = yield* Transaction
      const held = yield* transaction.run(store.lockIdentifiers(workspaceUuid, [key]))
      yield* agree("Who has the address", held, [{ key, contacts: [neighbour.uuid] }])
    })
  ),

  check(
    "C7: erases custom values: the field has none any more, and no search finds one",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const definitions = yield* CustomFieldStore
      const workspace = yield* newWorkspace
      const draft = { name: "Diet", icon: null, editable: true, sensitive: false, selectOptions: null }
      const field = yield* fields.create(workspace, { ...draft, fieldType: "text", fieldKey: "diet" })
      const { uuid } = yield* contacts.create(workspace, { email: "ada@example.org" }, { diet: "vegetarian" })
      const diets = {
        filters: [{ field: "diet", operator: "contains", value: "getar", dataType: "text" } as const]
      }
      const before = yield* contacts.search(workspace, diets, everything)
      yield* agree("Found before", uuidsOf(before.items), [uuid])
      yield* contacts.erase(workspace, uuid)
      yield* agree("Has values", yield* definitions.hasValues(workspace, field.uuid), false)
      const found = yield* contacts.search(workspace, diets, everything)
      yield* agree("Found", found, { items: [], total: 0 })
    })
  ),

  check(
    "C7: there is nothing to erase under a uuid that nobody has, another workspace's (A1), or one that was erased",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const store = yield* ContactStore
      const { contact, note } = yield* knownContact()
      const { uuid, workspaceUuid } = contact
      const elsewhere = yield* newWorkspace
      yield* agree("Elsewhere", yield* store.erase(elsewhere, uuid), false)
      yield* agree("Nobody", yield* store.erase(workspaceUuid, ContactUuid.make(yield* nextId)), false)
      yield* agree("The contact", yield* current(contact), Option.some(contact))
      const notes = yield* NoteStore
      yield* agree("Its note", yield* notes.find(refOf(note)), Option.some(note))
      yield* agree("The first time", yield* store.erase(workspaceUuid, uuid), true)
      yield* agree("The second time", yield* store.erase(workspaceUuid, uuid), false)
      const error = yield* Effect.flip(contacts.erase(workspaceUuid, uuid))
      yield* holds("The service says so", error instanceof ContactNotFound, error)
    })
  ),

  check(
    "C7: a transaction that fails leaves the contact and all that belongs to it",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const notes = yield* NoteStore
      const { contact, note } = yield* knownContact()
      const { uuid, workspaceUuid } = contact
      const changes = Effect.andThen(store.erase(workspaceUuid, uuid), Effect.fail("no"))
      yield* agree("The failure", yield* Effect.flip(transaction.run(changes)), "no")
      yield* agree("The contact", yield* current(contact), Option.some(contact))
      yield* agree("Its note", yield* notes.find(refOf(note)), Option.some(note))
    })
  ),

  check(
    "C7: notes, memberships and changes that come while a contact is erased leave no orphan, and none fails",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const lists = yield* ContactListStore
      const notes = yield* NoteStore
      const transaction = yield* Transaction
      const workspaceUuid = yield* newWorkspace
      const list = yield* storedList({ workspaceUuid })
      for (let round = 0; round < 8; round++) {
        const contact = yield* storedContact({ workspaceUuid })
        const add = lists.addMembers(workspaceUuid, list.uuid, [contact.uuid], list.createdBy, instantOf(1))
        const remark = Effect.flatMap(newNote(contact), notes.insert)
        const change = transaction.run(
          Effect.flatMap(lockContact(workspaceUuid, contact.uuid), (found) =>
            Option.isSome(found) ? replaceContact({ ...contact, phoneNumber: "+49 170" }) : Effect.void
          )
        )
        const others = [add, remark, change, add, remark, change, remark]
        const erase = store.erase(workspaceUuid, contact.uuid)
        const [erased] = yield* Effect.all(
          [Effect.all([erase, erase], together), Effect.all(round % 2 === 0 ? others : others.toReversed(), together)],
          together
        )
        yield* agree("Who erased it", erased.filter(Boolean), [true])
        yield* leftNothing(contact)
        const found = yield* lists.find(workspaceUuid, list.uuid)
        yield* agree(
          "The count",
          Option.map(found, ({ count }) => count),
          Option.some(0)
        )
      }
    })
  )
]
