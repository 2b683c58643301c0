import { type Contact, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  contactWrite,
  digitForms,
  hasIdentifier,
  type IdentifierKey,
  identifierKeys,
  maxIdentifierHolders
} from "@rollcall/core/people"
import { ContactStore, type ContactWrite, type ContactWriteType } from "@rollcall/core/storage"
import { Effect } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, newWorkspace, concurrently, uuidsOf } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { contactArbitrary } from "../fixtures/ContactArbitrary.ts"
import { insertContact, newContact, replaceContact, storedContact } from "../fixtures/ContactFixture.ts"

const lock = (workspace: WorkspaceUuid, keys: ReadonlyArray<IdentifierKey>) =>
  inTransaction(ContactStore.use((store) => store.lockIdentifiers(workspace, keys)))

/** Fails unless each identifier belongs to exactly the contacts at the same index. */
const have = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  ...expected: ReadonlyArray<readonly [field: IdentifierKey["field"], value: string, ...contacts: Array<Contact>]>
) {
  const locked = yield* lock(
    workspace,
    expected.map(([field, value]) => ({ field, value }))
  )
  const holders = locked.map(({ contacts, key }) => [key.field, key.value, ...contacts])
  yield* agree<unknown>(
    "What is locked",
    holders,
    expected.map(([field, value, ...contacts]) => [field, value, ...uuidsOf(contacts).toSorted()])
  )
})

export const identifierChecks: ReadonlyArray<Check> = [
  check(
    "C3: lockIdentifiers finds contacts by the normalized identifier, including archived ones, at most ten",
    function* () {
      const workspace = yield* newWorkspace
      const stored: Array<Contact> = []
      yield* forAll(contactArbitrary(workspace), Math.ceil((yield* generatedCases) / 3), function* (generated) {
        const contact = { ...generated, uuid: ContactUuid.make(yield* nextId) }
        yield* insertContact(contact)
        stored.push(contact)
        const keys = [
          ...identifierKeys(digitForms, contact).toReversed(),
          { field: "email", value: "unknown" } as const
        ]
        const expected = keys.map((key) => {
          const holders = uuidsOf(stored.filter((one) => hasIdentifier(digitForms, one, key)))
          return { key, contacts: holders.toSorted().slice(0, maxIdentifierHolders), merged: [] }
        })
        yield* agree("Who has them", yield* lock(workspace, keys), expected)
      })
    }
  ),

  check("C3: a contact is found by the keys stored with it, and not by its strings", function* () {
    const workspace = yield* newWorkspace
    const store = yield* ContactStore
    const made = yield* newContact({ workspaceUuid: workspace, phoneNumber: "+55 11 8765-4321", chatappId: "030 12" })
    const written = (type: ContactWriteType, phoneNumber: string, chatappId: string): ContactWrite => ({
      ...contactWrite(digitForms, type, made),
      keys: [
        { field: "phoneNumber", value: phoneNumber },
        { field: "chatappId", value: chatappId }
      ]
    })
    yield* store.save({ created: [written("contact.created", "5511987654321", "493012")], changed: [] })
    yield* have(
      workspace,
      ["phoneNumber", "5511987654321", made],
      ["phoneNumber", "551187654321"],
      ["chatappId", "493012", made],
      ["chatappId", "03012"]
    )
    const addressed = (address: string) => inTransaction(store.lockAddressed([{ workspace, address }]))
    yield* agree("Who has the address", uuidsOf(yield* addressed("493012")), [made.uuid])
    yield* agree("Who has the digits", uuidsOf(yield* addressed("03012")), [])
    yield* inTransaction(
      Effect.andThen(
        store.lock(workspace, [made.uuid]),
        store.save({ created: [], changed: [written("contact.updated", "5511987654321", "493013")] })
      )
    )
    yield* agree("The former addresses of none", yield* store.formerAddresses(workspace, []), [])
    yield* agree("Its former addresses", yield* store.formerAddresses(workspace, [made.uuid]), [
      { contact: made.uuid, address: "493012" }
    ])
    yield* agree(
      "The other addresses of who has these",
      new Set(yield* store.relatedAddressesOf(workspace, ["493013", "493012", "493014"])),
      new Set([
        { address: "493013", related: "493012", isFormer: true },
        { address: "493013", related: "5511987654321", isFormer: false }
      ])
    )
    const ofBoth = yield* store.relatedAddressesOf(workspace, ["5511987654321", "493013"])
    yield* agree(
      "Those of both addresses",
      ofBoth.map(({ address, isFormer, related }) => `${address} ${related} ${isFormer}`).toSorted(),
      ["493013 493012 true", "493013 5511987654321 false", "5511987654321 493012 true", "5511987654321 493013 false"]
    )
    yield* agree("In another workspace", yield* store.relatedAddressesOf(yield* newWorkspace, ["493013"]), [])
    yield* agree("Who has them", yield* store.holders(workspace, ["493012", "493013", "551187654321"]), [
      { address: "493013", contact: made.uuid }
    ])
  }),

  check("C3: ids match exactly, phone numbers as a whole, and long identifiers to their last character", function* () {
    const workspaceUuid = yield* newWorkspace
    const long = "𝒳é".repeat(333)
    const ends = { email: `${long}@x1.org`, phoneNumber: "+49 (170) 123", socialmsgId: `${long}1` }
    const one = yield* storedContact({ workspaceUuid, ...ends, externalContactId: "Crm%_\\" })
    const two = yield* storedContact({ workspaceUuid, email: `${long}@x2.org`, externalContactId: "crm%_\\" })
    yield* have(
      workspaceUuid,
      ["externalContactId", "Crm%_\\", one],
      ["externalContactId", "crm%_\\", two],
      ["externalContactId", "crmxx\\"],
      ["phoneNumber", "49170123", one],
      ["phoneNumber", "170123"],
      ["email", `${long}@x1.org`, one],
      ["email", `${long}@x2.org`, two],
      ["socialmsgId", `${long}1`, one],
      ["socialmsgId", `${long}2`]
    )
  }),

  check("C3: a changed contact is found by its current identifiers, and only in its own workspace (A1)", function* () {
    const contact = yield* storedContact({ email: "before@example.org", phoneNumber: "+49 170 0001" })
    const { workspaceUuid } = contact
    const other = yield* storedContact({ workspaceUuid, email: "AFTER@example.org" })
    yield* replaceContact({
      ...contact,
      email: "After@example.org",
      phoneNumber: null,
      chatappId: "49-170-0002",
      archived: true
    })
    yield* have(
      workspaceUuid,
      ["email", "before@example.org"],
      ["email", "after@example.org", contact, other],
      ["phoneNumber", "491700001"],
      ["chatappId", "491700002", contact]
    )
    yield* have(yield* newWorkspace, ["email", "after@example.org"])
    yield* have(workspaceUuid)
  }),

  check("lockIdentifiers returns the contacts for many identifiers, in the order of the identifiers", function* () {
    const workspaceUuid = yield* newWorkspace
    const contacts = yield* Effect.forEach(Array.from({ length: 150 }), (_, n) =>
      storedContact({ workspaceUuid, email: `ada${n}@example.org` })
    )
    yield* have(workspaceUuid, ...contacts.toReversed().map((one) => ["email", `${one.email}`, one] as const))
  }),

  check("I6: transactions that lock identifiers in any order each see the previous one's writes", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const keys = [
      { field: "email", value: "ada@example.org" },
      { field: "phoneNumber", value: "491700001" }
    ] as const
    const write = Effect.fnUntraced(function* (n: number) {
      const locked = yield* store.lockIdentifiers(workspaceUuid, n % 2 === 0 ? keys : keys.toReversed())
      if (locked.some(({ contacts }) => contacts.length > 0)) return 0
      yield* storedContact({ workspaceUuid, email: "Ada@example.org", phoneNumber: "+49 170 0001" })
      return 1
    })
    const writers = Array.from({ length: 32 }, (_, n) => inTransaction(write(n)))
    const written = yield* Effect.all(writers, concurrently)
    yield* agree("How often it was written", written.filter((n) => n === 1).length, 1)
  })
]
