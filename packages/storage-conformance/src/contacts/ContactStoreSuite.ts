import {
  type AccessTokenStore,
  type Contact,
  ContactStore,
  ContactUuid,
  newestFirst,
  nextId,
  type Storage,
  Transaction
} from "@rollcall/core"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import { agree, type Check, check, conflicts } from "../kernel/Check.ts"
import { forAll, generatedCases, sample } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { contactArbitrary } from "./ContactArbitrary.ts"
import { insertContact, newContact, replaceContact } from "./Fixture.ts"

type Needs = ContactStore | AccessTokenStore | Transaction

/** What `ContactStore` promises beside the meaning of a search. */
export const contactStoreChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "C3: gives back what was inserted, every field as it was",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      yield* forAll(contactArbitrary(workspace), yield* generatedCases, (contact) =>
        Effect.gen(function* () {
          const uuid = ContactUuid.make(yield* nextId)
          yield* insertContact({ ...contact, uuid })
          yield* agree("The contact", yield* store.find(workspace, uuid), Option.some({ ...contact, uuid }))
        })
      )
    })
  ),

  check(
    "C3: gives back what it was replaced by, every field as it was",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const original = yield* newContact()
      yield* insertContact(original)
      const { uuid, workspaceUuid } = original
      const neighbour = yield* newContact({ workspaceUuid })
      yield* insertContact(neighbour)
      yield* forAll(contactArbitrary(workspaceUuid), yield* generatedCases, (contact) =>
        Effect.gen(function* () {
          const changed = { ...contact, uuid }
          yield* transaction.run(Effect.andThen(store.lock(workspaceUuid, [uuid]), replaceContact(changed)))
          yield* agree("The contact", yield* store.find(workspaceUuid, uuid), Option.some(changed))
        })
      )
      yield* agree("Its neighbour", yield* store.find(workspaceUuid, neighbour.uuid), Option.some(neighbour))
    })
  ),

  check(
    "finds nothing under a uuid that nobody has",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const { uuid, workspaceUuid } = yield* newContact()
      yield* agree("find", yield* store.find(workspaceUuid, uuid), Option.none())
      yield* agree("lock", yield* transaction.run(store.lock(workspaceUuid, [uuid])), [])
    })
  ),

  check(
    "lock gives the contact as find does",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const contact = yield* newContact()
      yield* insertContact(contact)
      const locked = yield* transaction.run(store.lock(contact.workspaceUuid, [contact.uuid]))
      yield* agree("The contact", locked, [contact])
    })
  ),

  check(
    "a second contact with a uuid is a conflict, and the first stays",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = yield* newContact()
      yield* insertContact(contact)
      yield* conflicts("The second insert", insertContact({ ...contact, firstName: "Mallory" }))
      yield* agree("The contact", yield* store.find(contact.workspaceUuid, contact.uuid), Option.some(contact))
    })
  ),

  check(
    "S10: a search sees every write that was answered before it",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspaceUuid = yield* newWorkspace
      const emails = (text: string) =>
        Effect.map(
          store.search(
            workspaceUuid,
            { condition: { _tag: "TextContains", field: "email", text }, sort: newestFirst },
            { limit: 10, offset: 0 }
          ),
          ({ items, total }) => [items.map(({ email }) => email), total]
        )
      const contact = yield* newContact({ workspaceUuid, email: "Before@Example.ORG" })
      yield* agree("Before the insert", yield* emails("before"), [[], 0])
      yield* insertContact(contact)
      yield* agree("After the insert", yield* emails("before"), [["Before@Example.ORG"], 1])
      yield* replaceContact({ ...contact, email: "after@example.org" })
      yield* agree("After the replacement, by the old value", yield* emails("before"), [[], 0])
      yield* agree("After the replacement, by the new value", yield* emails("after"), [["after@example.org"], 1])
      yield* replaceContact({ ...contact, email: null, firstName: "x" })
      yield* agree("After the value was cleared", yield* emails("example"), [[], 0])
    })
  ),

  check(
    "S10: concurrent inserts are all found",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const contacts = sample(contactArbitrary(workspace), 50, 1)
      const fresh = yield* Effect.forEach(contacts, (contact) =>
        Effect.map(nextId, (id) => ({ ...contact, uuid: ContactUuid.make(id) }))
      )
      yield* Effect.forEach(fresh, (contact) => insertContact(contact), { concurrency: "unbounded", discard: true })
      const { items, total } = yield* store.search(
        workspace,
        { condition: { _tag: "All", conditions: [] }, sort: newestFirst },
        { limit: 100, offset: 0 }
      )
      const uuids = (contacts: ReadonlyArray<Contact>) => contacts.map(({ uuid }) => uuid).toSorted()
      yield* agree("The contacts", [uuids(items), total], [uuids(fresh), fresh.length])
    })
  )
]

export const contactStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: contacts`, layer, contactStoreChecks)
