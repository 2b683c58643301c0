import type { Contact, WorkspaceUuid } from "@rollcall/core"
import { addressesOf, contactWrite, digitForms, newestFirst, withoutLimits } from "@rollcall/core/people"
import { ContactStore, searchableText, Transaction } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { letOthersRun, newWorkspace, concurrently } from "../shared/Fixture.ts"
import { current, newContact, storedContact } from "../fixtures/ContactFixture.ts"

/** Contacts' numbers: some have the same digits, some nearly the same digits, and some are very long. */
const number = fc.constantFrom(
  "49170111",
  "+49 (170) 111",
  "491701110",
  "49-170-222",
  "49170222",
  "x",
  "7".repeat(5_000)
)
const contacts = fc.array(
  fc.record({
    phoneNumber: fc.option(number),
    chatappId: fc.option(number),
    externalContactId: fc.option(number),
    archived: fc.boolean(),
    isElsewhere: fc.constantFrom(false, false, true)
  }),
  { maxLength: 6 }
)
const asked = fc.array(
  fc.record({
    address: fc.constantFrom("49170111", "49170222", "491701110", "4917", "7".repeat(5_000), "%", ""),
    isElsewhere: fc.boolean()
  }),
  { minLength: 1, maxLength: 4 }
)

const byUuid = (a: { readonly uuid: string }, b: { readonly uuid: string }) => (a.uuid < b.uuid ? -1 : 1)

export const engagementChecks: ReadonlyArray<Check> = [
  check("C5: lockAddressed finds the workspace's contacts with an address, archived or not", function* () {
    const store = yield* ContactStore
    const transaction = yield* Transaction
    const plan = fc.record({ contacts, asked })
    yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), function* ({ asked, contacts }) {
      const [here, elsewhere] = [yield* newWorkspace, yield* newWorkspace]
      const where = ({ isElsewhere }: { readonly isElsewhere: boolean }) => (isElsewhere ? elsewhere : here)
      const made = yield* Effect.forEach(contacts, ({ isElsewhere, ...fields }) =>
        newContact({ ...fields, workspaceUuid: where({ isElsewhere }) })
      )
      yield* Effect.forEach(made, (contact) =>
        store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      )
      const addresses = asked.map(({ address, isElsewhere }) => ({ workspace: where({ isElsewhere }), address }))
      const expected = made
        .filter((contact) =>
          addresses.some(
            ({ address, workspace }) =>
              workspace === contact.workspaceUuid && addressesOf(digitForms, contact).includes(address)
          )
        )
        .map(engagementOf)
      const locked = yield* transaction.run(store.lockAddressed(addresses))
      yield* agree("Who is addressed", locked.map(engagementOf).toSorted(byUuid), expected.toSorted(byUuid))
    })
  }),

  check(
    "C5, C6, S10: saveEngagements writes only the reference and the timestamp; searches find the new values",
    function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const [contact, neighbour] = [
        yield* storedContact({ workspaceUuid: workspace, clientReference: "BESTELLUNG Ä1" }),
        yield* storedContact({ workspaceUuid: workspace })
      ]
      const foreign = { ...contact, workspaceUuid: yield* newWorkspace }
      const plan = fc.record({
        clientReference: fc.option(textArbitrary.map((text) => text.slice(0, 255).toWellFormed())),
        lastEngagedAt: fc.option(instantArbitrary)
      })
      const save = (contact: Contact) => store.saveEngagements([engagementOf(contact)])
      yield* forAll(plan, Math.ceil((yield* generatedCases) / 6), function* (changes) {
        yield* save({ ...contact, ...changes })
        yield* agree("The contact", yield* current(contact), Option.some({ ...contact, ...changes }))
      })
      const before = yield* current(contact)
      yield* save({ ...foreign, clientReference: "foreign" })
      yield* agree("The contact that has the uuid here (A1)", yield* current(contact), before)
      yield* agree("The neighbour", yield* current(neighbour), Option.some(neighbour))
      yield* agree("Another workspace's", yield* current(foreign), Option.none())
      yield* save({ ...contact, clientReference: "Straße É2", lastEngagedAt: contact.createdAt })
      for (const [text, found] of [
        ["bestellung", []],
        ["STRASSE é", [contact.uuid]],
        ["foreign", []]
      ] as const) {
        yield* agree<ReadonlyArray<string>>(text, yield* referenced(workspace, text), found)
      }
    }
  ),

  check("C5: lockAddressed excludes other writers until the transaction ends, in any order of addresses", function* () {
    const store = yield* ContactStore
    const transaction = yield* Transaction
    const workspace = yield* newWorkspace
    const [one, two] = [{ phoneNumber: "49170111" }, { chatappId: "49170222" }]
    const made = [
      yield* storedContact({ workspaceUuid: workspace, ...one, clientReference: "0" }),
      yield* storedContact({ workspaceUuid: workspace, ...two, clientReference: "0" })
    ]
    const addresses = ["49170111", "49170222"].map((address) => ({ workspace, address }))
    const increment = (order: typeof addresses) =>
      Effect.gen(function* () {
        const locked = yield* store.lockAddressed(order)
        yield* letOthersRun
        yield* store.saveEngagements(
          locked.map((contact) => ({ ...contact, clientReference: `${Number(contact.clientReference) + 1}` }))
        )
      })
    const writers = Array.from({ length: 16 }, (_, n) =>
      transaction.run(increment(n % 2 === 0 ? addresses : addresses.toReversed()))
    )
    yield* Effect.all(writers, concurrently)
    for (const contact of made) {
      yield* agree("The contact", yield* current(contact), Option.some({ ...contact, clientReference: "16" }))
    }
  })
]

const engagementOf = ({
  chatappId,
  clientReference,
  lastEngagedAt,
  phoneNumber,
  uuid,
  workspaceUuid
}: Pick<Contact, "uuid" | "workspaceUuid" | "chatappId" | "phoneNumber" | "clientReference" | "lastEngagedAt">) => ({
  uuid,
  workspaceUuid,
  chatappId,
  phoneNumber,
  clientReference,
  lastEngagedAt
})

const referenced = Effect.fnUntraced(function* (workspace: WorkspaceUuid, text: string) {
  const store = yield* ContactStore
  const folded = searchableText(text) ?? ""
  const condition = { _tag: "TextContains", field: "clientReference", text: folded } as const
  const page = yield* store.search(workspace, { condition, sort: newestFirst }, { limit: 10, offset: 0 }, withoutLimits)
  return page.items.map(({ uuid }) => uuid)
})
