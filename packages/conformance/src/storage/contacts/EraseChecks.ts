import { type Contact, ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { addressesOf, digitForms } from "@rollcall/core/people"
import { ContactListStore, ContactStore, CustomFieldStore, NoteStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { change, storedField, valuedContact } from "../fixtures/FieldFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, inTransaction, instantOf, newWorkspace, concurrently } from "../shared/Fixture.ts"
import { addTo, countOf, listsOf, membersOf, storedList } from "../fixtures/ListFixture.ts"
import { newNote, refOf, storedNote } from "../fixtures/NoteFixture.ts"
import { current, found, lockContact, replaceContact, storedContact } from "../fixtures/ContactFixture.ts"

/** A contact on a list, with an active and an archived note. */
const knownContact = Effect.gen(function* () {
  const notes = yield* NoteStore
  const contact = yield* storedContact()
  const list = yield* storedList({ workspaceUuid: contact.workspaceUuid })
  yield* addTo(list, contact)
  const note = yield* storedNote(contact)
  yield* notes.archive(refOf(yield* storedNote(contact)), instantOf(1))
  return { contact, list, note }
})

/** Fails if any data of a contact is still stored. */
const leftNothing = Effect.fnUntraced(function* (contact: Contact) {
  const { uuid, workspaceUuid } = contact
  const notes = yield* NoteStore
  const nothing = { items: [], total: 0 }
  yield* agree("The contact", yield* current(contact), Option.none())
  yield* agree("Its lists", yield* listsOf(workspaceUuid, uuid, null, everything), nothing)
  yield* agree("Its notes", yield* notes.list(workspaceUuid, uuid, everything), nothing)
})

export const eraseChecks: ReadonlyArray<Check> = [
  check("C7: erase removes a contact with its notes and memberships, and no data of another contact", function* () {
    const store = yield* ContactStore
    const notes = yield* NoteStore
    const { contact, list, note } = yield* knownContact
    const { uuid, workspaceUuid } = contact
    const neighbour = yield* storedContact({ workspaceUuid, email: contact.email })
    yield* addTo(list, neighbour)
    const kept = yield* storedNote(neighbour)
    const erased = Option.getOrUndefined(yield* store.erase(workspaceUuid, uuid))
    yield* agree(
      "Its addresses",
      erased && addressesOf(digitForms, erased.identifiers),
      addressesOf(digitForms, contact)
    )
    yield* agree("What it had", erased?.counts, { notes: 2, customFields: 0, contactLists: 1 })
    yield* leftNothing(contact)
    yield* agree("Its note", yield* notes.find(refOf(note)), Option.none())
    yield* agree("The neighbour's note", yield* notes.find(refOf(kept)), Option.some(kept))
    yield* agree("The members", yield* membersOf(list), [neighbour])
    yield* agree("The count", yield* countOf(list), 1)
    const search = yield* found(workspaceUuid, { _tag: "TextContains", field: "email", text: "ada" })
    yield* agree("What is found", search, { items: [neighbour], total: 1, next: null })
    const key = { field: "email", value: "ada@example.org" } as const
    const locked = yield* inTransaction(store.lockIdentifiers(workspaceUuid, [key]))
    yield* agree("Who has the address", locked, [{ key, contacts: [neighbour.uuid], merged: [] }])
  }),

  check(
    "C7, F4: erase removes custom values: no search finds them, and after the last hasValues is false",
    function* () {
      const store = yield* ContactStore
      const fields = yield* CustomFieldStore
      const field = yield* storedField()
      const { uuid, workspaceUuid } = field
      const contacts = [
        yield* valuedContact(workspaceUuid, [change(field, "vegan")]),
        yield* valuedContact(workspaceUuid, [change(field, "vegan")])
      ]
      const total = Effect.map(found(workspaceUuid, { _tag: "ValuePresent", field: uuid }), ({ total }) => total)
      for (const [n, contact] of contacts.entries()) {
        const erased = Option.getOrUndefined(yield* store.erase(workspaceUuid, contact.uuid))
        yield* agree("How many fields it had a value of", erased?.counts.customFields, 1)
        yield* agree("Has values", yield* fields.hasValues(workspaceUuid, uuid), n === 0)
        yield* agree("How many are found", yield* total, 1 - n)
      }
    }
  ),

  check("C7, F7: erase also removes the value of an archived field", function* () {
    const store = yield* ContactStore
    const fields = yield* CustomFieldStore
    const field = yield* storedField()
    const { uuid, workspaceUuid } = field
    const contact = yield* valuedContact(workspaceUuid, [change(field, "vegan")])
    const archived = { ...field, status: "archived" as const, archivedAt: instantOf(1) }
    yield* inTransaction(Effect.andThen(fields.lock(workspaceUuid, uuid), fields.replace(archived)))
    yield* store.erase(workspaceUuid, contact.uuid)
    yield* agree("Has values", yield* fields.hasValues(workspaceUuid, uuid), false)
  }),

  check("C7, A1: erase does nothing for an unknown uuid, another workspace's uuid or an erased contact", function* () {
    const store = yield* ContactStore
    const { contact, list, note } = yield* knownContact
    const { uuid, workspaceUuid } = contact
    yield* agree("Elsewhere", yield* store.erase(yield* newWorkspace, uuid), Option.none())
    yield* agree("Unknown", yield* store.erase(workspaceUuid, ContactUuid.make(yield* nextId)), Option.none())
    yield* agree("The contact", yield* current(contact), Option.some(contact))
    yield* agree("Its note", yield* NoteStore.use((notes) => notes.find(refOf(note))), Option.some(note))
    yield* agree("Its list", yield* countOf(list), 1)
    yield* agree("The first time", Option.isSome(yield* store.erase(workspaceUuid, uuid)), true)
    yield* agree("The second time", yield* store.erase(workspaceUuid, uuid), Option.none())
  }),

  check(
    "C7: notes, memberships and changes that are written during an erasure leave no orphans and do not fail",
    function* () {
      const store = yield* ContactStore
      const lists = yield* ContactListStore
      const notes = yield* NoteStore
      const workspaceUuid = yield* newWorkspace
      const list = yield* storedList({ workspaceUuid })
      for (let round = 0; round < 8; round++) {
        const contact = yield* storedContact({ workspaceUuid })
        const add = lists.addMembers(workspaceUuid, list.uuid, [contact.uuid], list.createdBy, instantOf(1))
        const remark = Effect.flatMap(newNote(contact), notes.insert)
        const change = inTransaction(
          Effect.flatMap(lockContact(workspaceUuid, contact.uuid), (found) =>
            Option.isSome(found) ? replaceContact({ ...contact, phoneNumber: "+49 170" }) : Effect.void
          )
        )
        const others = [add, remark, change, add, remark, change, remark]
        const erase = store.erase(workspaceUuid, contact.uuid)
        const [erased] = yield* Effect.all(
          [
            Effect.all([erase, erase], concurrently),
            Effect.all(round % 2 === 0 ? others : others.toReversed(), concurrently)
          ],
          concurrently
        )
        yield* agree("Who erased it", erased.filter(Option.isSome).length, 1)
        yield* leftNothing(contact)
        yield* agree("The count", yield* countOf(list), 0)
      }
    }
  )
]
