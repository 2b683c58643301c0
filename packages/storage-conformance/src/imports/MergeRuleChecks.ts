import { Contacts, identifierFields, newestFirst, noRows } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { everything } from "./Fixture.ts"
import { contactsWith, countOf, given, imported, type ImportNeeds, newCaller } from "./ImportWorld.ts"

const ada = "ada@example.org"

/** What is promised of each row, whatever values and lists there are (I1-I3, C1-C3). */
export const mergeRuleChecks: ReadonlyArray<Check<ImportNeeds>> = [
  check(
    "I3, C3: rows match on each of the three fields in its normalised form, and on no other",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      for (const [matchOn, stored, spellings, others] of [
        ["email", "Ada@Example.org", [" ADA@example.ORG", "ada@example.org"], ["ada@example.com", "ada"]],
        ["phoneNumber", "+49 (170) 12", ["4917012", "49-170/12"], ["17012", "004917012"]],
        ["externalContactId", "Crm-1", ["Crm-1", " Crm-1\t"], ["crm-1", "Crm1"]]
      ] as const) {
        const caller = yield* newCaller
        const { uuid } = yield* contacts.create(caller.workspace, { [matchOn]: stored })
        yield* contacts.create(caller.workspace, { socialmsgId: stored, chatappId: stored })
        const rows = [...spellings, ...others].map((text, n) => given({ [matchOn]: text, lastName: `${n}` }))
        const { receipts, short } = yield* imported(caller, rows, { matchOn, mergeType: "update" })
        const name = { email: "email", phoneNumber: "phone_number", externalContactId: "external_contact_id" }[matchOn]
        const none = `skipped no_match ${name}`
        yield* agree("The outcomes", short, ["updated", "updated", none, none])
        yield* agree(
          "The contacts",
          receipts.map(({ result }) => result?.contactUuid ?? null),
          [uuid, uuid, null, null]
        )
        const contact = yield* contacts.get(caller.workspace, uuid)
        const written = { text: contact[matchOn], lastName: contact.lastName }
        yield* agree("The contact", written, { text: spellings[1].trim(), lastName: "1" })
      }
    })
  ),

  check(
    "I3: create_or_update does either, create skips what is there, update skips what is not",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const rows = [given({ email: ada, lastName: "new" }), given({ email: "bob@example.org", lastName: "new" })]
      for (const [mergeType, outcomes, names] of [
        ["create_or_update", ["updated", "created"], ["new", "new"]],
        ["create", ["skipped match_exists email", "created"], ["old", "new"]],
        ["update", ["updated", "skipped no_match email"], ["new"]]
      ] as const) {
        const caller = yield* newCaller
        const { uuid } = yield* contacts.create(caller.workspace, { email: ada, lastName: "old" })
        const { contactImport, receipts, short } = yield* imported(caller, rows, { mergeType })
        yield* agree(mergeType, short, outcomes)
        yield* agree("The contact of the first row", receipts[0]?.result?.contactUuid, uuid)
        yield* agree("I5: the status", contactImport.status, "completed")
        const { items } = yield* contacts.list(caller.workspace, newestFirst, everything)
        yield* agree(
          "The names",
          items.map(({ lastName }) => `${lastName}`).toSorted(),
          [...names].map(String).toSorted()
        )
      }
    })
  ),

  check(
    "I3: a row that several contacts match fails, whatever it is merged by; archived contacts match like others (C4)",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      for (const mergeType of ["create_or_update", "create", "update"] as const) {
        const caller = yield* newCaller
        const one = yield* contacts.create(caller.workspace, { email: ada })
        const two = yield* contacts.create(caller.workspace, { email: "ADA@example.org" })
        const bob = yield* contacts.create(caller.workspace, { email: "bob@example.org" })
        for (const { uuid } of [two, bob]) yield* contacts.setArchived(caller.workspace, uuid, true)
        const rows = [given({ email: ada, lastName: "x" }), given({ email: "bob@example.org", lastName: "x" })]
        const { receipts, short } = yield* imported(caller, rows, { mergeType })
        const archived = mergeType === "create" ? "skipped match_exists email" : "updated"
        yield* agree("The outcomes", short, ["failed ambiguous_match email", archived])
        yield* agree("The archived one", receipts[1]?.result?.contactUuid, bob.uuid)
        yield* agree("It stays so", (yield* contacts.get(caller.workspace, bob.uuid)).archived, true)
        yield* agree("The first", yield* contacts.get(caller.workspace, one.uuid), one)
        yield* agree("How many", yield* countOf(caller.workspace), 3)
      }
    })
  ),

  check(
    "I3: without a match field every row creates; without a match value a row creates, or is skipped by update",
    Effect.gen(function* () {
      const rows = [
        given({ email: ada, phoneNumber: "n/a" }),
        given({ email: ada, phoneNumber: "" }),
        given({ email: ada })
      ]
      const all = yield* newCaller
      const { short } = yield* imported(all, rows, { matchOn: null, mergeType: "create" })
      yield* agree("No match field", short, ["created", "created", "created"])
      const none = yield* newCaller
      const creating = yield* imported(none, [...rows, ...rows], { matchOn: "phoneNumber" })
      yield* agree("No match value", new Set(creating.short), new Set(["created"]))
      yield* agree("How many", yield* countOf(none.workspace), 6)
      const updating = yield* imported(none, rows, { matchOn: "phoneNumber", mergeType: "update" })
      const skipped = "skipped no_match_value phone_number"
      yield* agree("update", updating.short, [skipped, skipped, skipped])
      yield* agree("I5: the status", updating.contactImport.status, "completed")
    })
  ),

  check(
    "C1: null and blank texts clear, absent ones stay; a text that no contact takes fails the row",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      const all = { firstName: "Ada", lastName: "L", externalContactId: "1", phoneNumber: "2", chatappId: "3" }
      const before = yield* contacts.create(caller.workspace, { ...all, email: ada, socialmsgId: "4" })
      const { short } = yield* imported(caller, [
        given({ email: ada, lastName: null, phoneNumber: " ", chatappId: "" }),
        given({ email: ada, firstName: "a\0b", socialmsgId: "\ud800" }),
        given({ email: ada, lastName: "x".repeat(1_001) }),
        given({ email: "a\0b" })
      ])
      yield* agree("The outcomes", short, [
        "updated",
        "failed value_error first_name value_error socialmsg_id",
        "failed too_long last_name",
        "failed value_error email"
      ])
      const expected = { ...before, lastName: null, phoneNumber: null, chatappId: null }
      yield* agree("The contact", yield* contacts.get(caller.workspace, before.uuid), expected)
    })
  ),

  check(
    "C1: a new contact needs an identifier, be it another one than rows are matched on",
    Effect.gen(function* () {
      const caller = yield* newCaller
      const rows = [given({ firstName: "Nobody" }), ...identifierFields.map((field) => given({ [field]: "1" }))]
      const { short } = yield* imported(caller, rows)
      yield* agree("The outcomes", short, [
        "failed missing external_contact_id",
        ...identifierFields.map(() => "created")
      ])
    })
  ),

  check(
    "I2: a row that changes nothing is unchanged and writes nothing; updated_at is of the last change",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      const before = yield* contacts.create(caller.workspace, { email: ada, firstName: "Ada" })
      yield* TestClock.adjust("1 minute")
      const same = [given({ email: ada }), given({ email: ` ${ada}`, firstName: "Ada ", lastName: null })]
      const { receipts, short } = yield* imported(caller, same)
      yield* agree("The outcomes", short, ["unchanged", "unchanged"])
      yield* agree(
        "The contacts",
        receipts.map(({ result }) => result?.contactUuid),
        [before.uuid, before.uuid]
      )
      yield* agree("The contact", yield* contacts.get(caller.workspace, before.uuid), before)
      const changing = yield* imported(caller, [given({ email: ada, firstName: "ada" }), given({ email: ada })])
      yield* agree("The outcomes", changing.short, ["updated", "unchanged"])
      const changed = { ...before, firstName: "ada", updatedAt: yield* DateTime.now }
      yield* agree("The changed contact", yield* contacts.get(caller.workspace, before.uuid), changed)
    })
  ),

  check(
    "I1: later rows see earlier ones, in one batch and across batches of any size",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const rows = Array.from({ length: 11 }, (_, n) =>
        given({
          email: n % 2 === 0 ? ada : "ADA@example.org",
          firstName: `${n % 3}`,
          ...(n === 4 ? { lastName: "set" } : {})
        })
      )
      for (const batch of [1, 2, 3, 100]) {
        const caller = yield* newCaller
        const { contactImport, receipts, short } = yield* imported(caller, rows, { batch })
        yield* agree("The outcomes", short, ["created", ...Array<string>(10).fill("updated")])
        yield* agree("The counts", contactImport.counts, { ...noRows, created: 1, updated: 10 })
        const uuids = new Set(receipts.map(({ result }) => result?.contactUuid))
        yield* agree("The contact", uuids.size, 1)
        const { items } = yield* contacts.list(caller.workspace, newestFirst, everything)
        const seen = items.map(({ email, firstName, lastName }) => [email, firstName, lastName])
        yield* agree("The contacts", seen, [[ada, "1", "set"]])
      }
    })
  ),

  check(
    "C2: with uniqueIdentifiers a row fails with every identifier that another contact or an earlier row has",
    Effect.gen(function* () {
      const caller = yield* newCaller
      const contacts = yield* contactsWith(true)
      const taken = yield* contacts.create(caller.workspace, { phoneNumber: "49 1", socialmsgId: "taken" })
      yield* contacts.setArchived(caller.workspace, taken.uuid, true)
      const rows = [
        given({ email: ada, phoneNumber: "+49-1", socialmsgId: "taken" }),
        given({ email: ada, phoneNumber: "492" }),
        given({ email: "bob@example.org", phoneNumber: "49 2", chatappId: "1" }),
        given({ email: ada, phoneNumber: "493" }),
        given({ email: "bob@example.org", phoneNumber: "49 2" }),
        given({ email: ada, chatappId: "7", phoneNumber: "49 2" }),
        given({ email: ada, firstName: "a\0b", socialmsgId: "taken" })
      ]
      for (const batch of [100, 2, 1]) {
        const own = batch === 100 ? caller : yield* newCaller
        if (own !== caller) yield* contacts.create(own.workspace, { phoneNumber: "49 1", socialmsgId: "taken" })
        const { short } = yield* imported(own, rows, { batch, uniqueIdentifiers: true })
        yield* agree("The outcomes", short, [
          "failed already_exists phone_number already_exists socialmsg_id",
          "created",
          "failed already_exists phone_number",
          "updated",
          "created",
          "failed already_exists phone_number",
          "failed value_error first_name"
        ])
        yield* agree("How many", yield* countOf(own.workspace), 3)
      }
      const free = yield* newCaller
      const { short } = yield* imported(free, rows.slice(0, 6))
      const outcomes = ["created", "updated", "created", "updated", "unchanged", "updated"]
      yield* agree("Without the option", short, outcomes)
    })
  )
]
