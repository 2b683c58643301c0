import {
  type AccessTokenStore,
  type Contact,
  Contacts,
  ContactStore,
  ContactUuid,
  CurrentContactSettings,
  type CustomFieldStore,
  type IdentifierKey,
  identifierKeys,
  InvalidInput,
  nextId,
  type Storage,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Layer, Result } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { contactArbitrary } from "./ContactArbitrary.ts"
import { insertContact, replaceContact, storedContact } from "./Fixture.ts"
import { holdersAmong } from "./Holders.ts"

type Needs = ContactStore | CustomFieldStore | AccessTokenStore | Transaction

const together = { concurrency: "unbounded" } as const

/** The service under a setting; each check has one of its own. */
const contactsWith = (uniqueIdentifiers: boolean) =>
  Effect.provide(
    Effect.flatMap(Contacts, Effect.succeed),
    Layer.fresh(Contacts.layer).pipe(Layer.provide(Layer.succeed(CurrentContactSettings, { uniqueIdentifiers })))
  )

const hold = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<IdentifierKey>) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  return yield* transaction.run(store.lockIdentifiers(workspace, keys))
})

/** Who has one identifier. */
const holders = (workspace: WorkspaceUuid, field: IdentifierKey["field"], value: string) =>
  Effect.map(hold(workspace, [{ field, value }]), (found) => found.flatMap(({ contacts }) => contacts))

/** The kind and the field of each issue of a refusal. */
const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(effect), (result) =>
    Result.isFailure(result) && result.failure instanceof InvalidInput
      ? result.failure.issues.map(({ field, in: location, type }) => `${type} ${location} ${field}`)
      : []
  )

/** What is promised of identifiers: how they are matched (C3), and that they may be unique (C2). */
export const identifierChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "C3: finds who has an identifier by its normalised form, archived contacts too, and the first two of several",
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const stored: Array<Contact> = []
      yield* forAll(contactArbitrary(workspace), Math.ceil((yield* generatedCases) / 3), (generated) =>
        Effect.gen(function* () {
          const contact = { ...generated, uuid: ContactUuid.make(yield* nextId) }
          yield* insertContact(contact)
          stored.push(contact)
          const keys = [...identifierKeys(contact).toReversed(), { field: "email", value: "nobody's" } as const]
          const expected = keys.map((key) => holdersAmong(stored, key))
          yield* agree("Who has them", yield* hold(workspace, keys), expected)
        })
      )
    })
  ),

  check(
    "C3: an e-mail address matches in any case and script, a phone number in any punctuation, other ids as they are",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const { uuid } = yield* storedContact({
        workspaceUuid,
        email: "ÄDA.İ@Example.ORG",
        phoneNumber: "+49 (170) 123-45.67",
        chatappId: "０0491711",
        externalContactId: "Crm-1",
        socialmsgId: "Ada%_\\"
      })
      for (const [field, value, found] of [
        ["email", "äda.i̇@example.org", true],
        ["email", "ada.i@example.org", false],
        ["phoneNumber", "491701234567", true],
        ["phoneNumber", "1234567", false],
        ["chatappId", "00491711", true],
        ["chatappId", "491701234567", false],
        ["externalContactId", "Crm-1", true],
        ["externalContactId", "crm-1", false],
        ["socialmsgId", "Ada%_\\", true],
        ["socialmsgId", "Adaxx\\", false]
      ] as const) {
        yield* agree(`${field} ${value}`, yield* holders(workspaceUuid, field, value), found ? [uuid] : [])
      }
    })
  ),

  check(
    "C3: long identifiers that begin alike are not the same",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const long = "𝒳é".repeat(333)
      const [one, other] = [`${long}1`, `${long}2`]
      const first = yield* storedContact({ workspaceUuid, email: one, socialmsgId: one, externalContactId: other })
      const second = yield* storedContact({ workspaceUuid, email: other, socialmsgId: other, externalContactId: one })
      yield* agree("email", yield* holders(workspaceUuid, "email", other), [second.uuid])
      yield* agree("socialmsg_id", yield* holders(workspaceUuid, "socialmsgId", one), [first.uuid])
      yield* agree("external_contact_id", yield* holders(workspaceUuid, "externalContactId", one), [second.uuid])
    })
  ),

  check(
    "C3: a contact that changed is found by what it has now, and in its own workspace alone (A1)",
    Effect.gen(function* () {
      const contact = yield* storedContact({ email: "before@example.org" })
      const { uuid, workspaceUuid } = contact
      yield* replaceContact({ ...contact, email: "After@example.org", archived: true })
      yield* agree("Before", yield* holders(workspaceUuid, "email", "before@example.org"), [])
      yield* agree("After", yield* holders(workspaceUuid, "email", "after@example.org"), [uuid])
      yield* agree("Elsewhere", yield* holders(yield* newWorkspace, "email", "after@example.org"), [])
      yield* agree("No key", yield* hold(workspaceUuid, []), [])
    })
  ),

  check(
    "answers for many identifiers at once, each in its place",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const contacts = yield* Effect.forEach(Array.from({ length: 150 }), (_, n) =>
        storedContact({ workspaceUuid, email: `ada${n}@example.org` })
      )
      const expected = contacts
        .toReversed()
        .flatMap((contact) => identifierKeys(contact).map((key) => ({ key, contacts: [contact.uuid] })))
      const keys = expected.map(({ key }) => key)
      yield* agree("The contacts", yield* hold(workspaceUuid, keys), expected)
    })
  ),

  check(
    "I6: of those that hold identifiers in any order, each sees what the one before wrote",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const workspaceUuid = yield* newWorkspace
      const keys = [
        { field: "email", value: "ada@example.org" },
        { field: "phoneNumber", value: "49170" }
      ] as const
      const write = (n: number) =>
        transaction.run(
          Effect.gen(function* () {
            const held = yield* store.lockIdentifiers(workspaceUuid, n % 2 === 0 ? keys : keys.toReversed())
            if (held.some(({ contacts }) => contacts.length > 0)) return 0
            yield* storedContact({ workspaceUuid, email: "Ada@example.org", phoneNumber: "+49 170" })
            return 1
          })
        )
      const written = yield* Effect.all(
        Array.from({ length: 32 }, (_, n) => write(n)),
        together
      )
      yield* agree("How often it was written", written.filter((n) => n === 1).length, 1)
    })
  ),

  check(
    "C2: by default an identifier may be on several contacts",
    Effect.gen(function* () {
      const contacts = yield* contactsWith(false)
      const workspace = yield* newWorkspace
      yield* contacts.create(workspace, { email: "ada@example.org" })
      const other = yield* contacts.create(workspace, { email: "ada@example.org" })
      yield* contacts.update(workspace, other.uuid, { email: "ADA@example.org" })
      yield* agree("How many", (yield* holders(workspace, "email", "ada@example.org")).length, 2)
    })
  ),

  check(
    "C2: uniqueIdentifiers refuses every identifier that another contact has, with all other issues (W4)",
    Effect.gen(function* () {
      const contacts = yield* contactsWith(true)
      const workspace = yield* newWorkspace
      const given = {
        externalContactId: "crm-1",
        email: "ada@example.org",
        phoneNumber: "+49 170 1",
        chatappId: "49171",
        socialmsgId: "ada"
      }
      const { uuid } = yield* contacts.create(workspace, given)
      yield* contacts.setArchived(workspace, uuid, true)
      const again = { ...given, externalContactId: " crm-1 ", email: " ADA@example.org", phoneNumber: "0049-1701" }
      yield* agree("The issues", yield* refusal(contacts.create(workspace, { ...again, firstName: "a\0b" })), [
        "value_error body first_name",
        "already_exists body external_contact_id",
        "already_exists body email",
        "already_exists body chatapp_id",
        "already_exists body socialmsg_id"
      ])
      const unusable = { email: "ada@example.org", socialmsgId: "a\0b" }
      yield* agree("Beside an unusable one", yield* refusal(contacts.create(workspace, unusable)), [
        "value_error body socialmsg_id",
        "already_exists body email"
      ])
      yield* contacts.create(yield* newWorkspace, given)
      yield* contacts.create(workspace, { phoneNumber: "49171", email: "bob@example.org" })
    })
  ),

  check(
    "C2: uniqueIdentifiers looks at the identifiers that an update changes, and at no other",
    Effect.gen(function* () {
      const [free, unique] = [yield* contactsWith(false), yield* contactsWith(true)]
      const workspace = yield* newWorkspace
      const shared = { email: "ada@example.org", phoneNumber: "491" }
      const one = yield* free.create(workspace, shared)
      const two = yield* free.create(workspace, { ...shared, chatappId: "492" })
      yield* free.create(workspace, { chatappId: "493" })
      yield* unique.update(workspace, two.uuid, { firstName: "Ada", email: "ADA@example.org", chatappId: "4-92" })
      const clash = unique.update(workspace, one.uuid, { email: "new@example.org", chatappId: "+493" })
      yield* agree("The issues", yield* refusal(clash), ["already_exists body chatapp_id"])
      yield* agree("Nothing changed", yield* free.get(workspace, one.uuid), one)
      yield* unique.update(workspace, one.uuid, { email: "new@example.org", phoneNumber: null })
      yield* agree("Who is left", yield* holders(workspace, "phoneNumber", "491"), [two.uuid])
    })
  ),

  check(
    "C2: of 64 that create a contact with one e-mail address at once one does, and 63 are refused",
    Effect.gen(function* () {
      const contacts = yield* contactsWith(true)
      const workspace = yield* newWorkspace
      const creations = Array.from({ length: 64 }, (_, n) =>
        refusal(
          contacts.create(workspace, {
            email: n % 2 === 0 ? "ada@example.org" : "ADA@Example.org",
            socialmsgId: `${n}`
          })
        )
      )
      const issues = yield* Effect.all(creations, together)
      yield* agree("The refusals", issues.flat(), Array<string>(63).fill("already_exists body email"))
      yield* agree("How many", (yield* holders(workspace, "email", "ada@example.org")).length, 1)
    })
  ),

  check(
    "C2: of many contacts that take one identifier at once, new ones and known ones, one gets it",
    Effect.gen(function* () {
      const contacts = yield* contactsWith(true)
      const workspace = yield* newWorkspace
      const known = yield* Effect.forEach(Array.from({ length: 16 }), (_, n) =>
        contacts.create(workspace, { email: `ada${n}@example.org` })
      )
      const takers = known.flatMap(({ uuid }, n) => [
        refusal(contacts.update(workspace, uuid, { phoneNumber: "+49 170" })),
        refusal(contacts.create(workspace, { phoneNumber: "49170", socialmsgId: `${n}` }))
      ])
      const issues = yield* Effect.all(takers, together)
      yield* holds("One is not refused", issues.filter((all) => all.length === 0).length === 1, issues)
      yield* agree("How many have it", (yield* holders(workspace, "phoneNumber", "49170")).length, 1)
    })
  )
]

export const identifierSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: identifiers`, layer, identifierChecks)
