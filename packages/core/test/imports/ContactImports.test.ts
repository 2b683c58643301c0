import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ContactImports, ContactImportUuid, Contacts, CustomFields } from "@rollcall/core"
import { type MergeType, noRows } from "@rollcall/core/imports"
import { issue, nextId } from "@rollcall/core/shared"
import { identifierFields } from "@rollcall/core/storage"
import { contactsOf, contactsWith, define, everything, newCaller, refusal, services } from "../Services.ts"
import { accepted, imported, row, stateOf, worked } from "./Import.ts"
import { suite } from "../Suite.ts"

const [ada, bob] = ["ada@x.org", "bob@x.org"] as const
const unidentified = row({ firstName: "Anon" })
const noIdentifier = ["failed", ...identifierFields.map((field) => `missing ${field}`)].join(" ")

suite(services)("ContactImports", (test, it) => {
  test("I2: an accepted import is pending with all its rows; applied, each has its result and its original", function* () {
    const imports = yield* ContactImports
    const caller = yield* newCaller
    const rows = [row({ email: " Ada@X.org ", firstName: " Ada " }), unidentified]
    const ref = yield* accepted(caller, rows)
    const pending = yield* stateOf(ref)
    assert.deepInclude(pending.contactImport, {
      counts: noRows,
      createdBy: caller.actor,
      status: "pending",
      total: 2
    })
    assert.deepInclude(pending.contactImport, { matchOnField: "email", mergeType: "create_or_update" })
    assert.deepStrictEqual(pending.short, ["pending", "pending"])
    assert.deepStrictEqual(yield* contactsOf(caller.workspace), [])
    yield* TestClock.adjust("3 seconds")
    yield* worked(ref)
    const { contactImport, receipts, short } = yield* stateOf(ref)
    const counts = { ...noRows, created: 1, failed: 1 }
    const updatedAt = yield* DateTime.now
    assert.deepStrictEqual(contactImport, { ...pending.contactImport, status: "completed", counts, updatedAt })
    assert.deepStrictEqual(short, ["created", noIdentifier])
    assert.deepStrictEqual(
      receipts.map(({ original }) => original),
      rows.map(({ original }) => original)
    )
    assert.deepStrictEqual(
      (yield* contactsOf(caller.workspace)).map(({ email, firstName, uuid }) => [email, firstName, uuid]),
      [["Ada@X.org", "Ada", receipts[0]?.result?.contactUuid ?? null]]
    )
    const failed = yield* imports.rows(
      caller.workspace,
      ref.contactImport,
      { outcome: "failed" },
      { limit: 1, offset: 0 }
    )
    assert.deepStrictEqual(failed, { items: receipts.slice(1), total: 1 })
  })

  it.effect.each<MergeType>(["create_or_update", "create", "update"])(
    "I2: a row of %s that has issues fails with them, whatever it says, and the rows beside it are applied",
    (mergeType) =>
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const caller = yield* newCaller
        yield* contacts.create(caller.workspace, { email: ada })
        const refused = { ...row({ email: bob }), original: 5, issues: [issue("dict_type", [], "must be an object")] }
        const { contactImport, receipts, short } = yield* imported(caller, [refused, row({ email: ada }), refused], {
          mergeType
        })
        const applied = mergeType === "create" ? "skipped match_exists email" : "unchanged"
        assert.deepStrictEqual(short, ["failed dict_type ", applied, "failed dict_type "])
        assert.deepInclude(contactImport, { status: "completed", total: 3 })
        assert.strictEqual(receipts[0]?.original, 5)
        assert.lengthOf(yield* contactsOf(caller.workspace), 1)
      })
  )

  test("I3: an undefined field of a row is an absent one", function* () {
    const caller = yield* newCaller
    const ref = yield* accepted(caller, [row({ email: ada, firstName: "Ada" })])
    yield* worked(ref)
    const request = { contacts: [{ fields: { email: ada, firstName: undefined } }], matchOnField: "email" } as const
    const { uuid } = yield* (yield* ContactImports).create(caller, request)
    yield* worked({ workspace: caller.workspace, contactImport: uuid })
    const [contact] = yield* contactsOf(caller.workspace)
    assert.strictEqual(contact?.firstName, "Ada")
  })

  test("A1: an import that the workspace does not have is not found", function* () {
    const imports = yield* ContactImports
    const [caller, other] = [yield* newCaller, yield* newCaller]
    const { contactImport } = yield* accepted(caller, [unidentified])
    for (const [workspace, uuid] of [
      [other.workspace, contactImport],
      [caller.workspace, ContactImportUuid.make(yield* nextId)]
    ] as const) {
      assert.deepStrictEqual(yield* refusal(imports.get(workspace, uuid)), ["ContactImportNotFound"])
      assert.deepStrictEqual(yield* refusal(imports.rows(workspace, uuid, {}, everything)), ["ContactImportNotFound"])
    }
  })

  it.effect.each<[rows: number, mergeType: MergeType, issues: ReadonlyArray<string>]>([
    [0, "create", ["too_short contacts"]],
    [1, "create", []],
    [1_000, "create", []],
    [1_001, "update", ["too_long contacts", "missing matchOnField"]],
    [1, "update", ["missing matchOnField"]]
  ])("I3, W4: %i rows to %s without a match field: %j", ([count, mergeType, issues]) =>
    Effect.gen(function* () {
      const rows = Array.from({ length: count }, () => unidentified)
      assert.deepStrictEqual(
        yield* refusal(accepted(yield* newCaller, rows, { matchOnField: null, mergeType })),
        issues
      )
    })
  )

  test("I1: later rows see earlier ones, across batches of any size", function* () {
    const rows = Array.from({ length: 11 }, (_, n) =>
      row({
        email: n % 2 === 0 ? ada : "ADA@x.org",
        firstName: `${n % 3}`,
        ...(n === 4 && { lastName: "set" })
      })
    )
    for (const batch of [1, 2, 3, 100]) {
      const caller = yield* newCaller
      const { contactImport, short } = yield* imported(caller, rows, { batch })
      assert.deepStrictEqual(short, ["created", ...Array<string>(10).fill("updated")])
      assert.deepStrictEqual(contactImport.counts, { ...noRows, created: 1, updated: 10 })
      const found = yield* contactsOf(caller.workspace)
      assert.deepStrictEqual(
        found.map(({ email, firstName, lastName }) => [email, firstName, lastName]),
        [[ada, "1", "set"]]
      )
    }
  })

  test("C2: with uniqueIdentifiers a row fails with every identifier of another contact, in batches of any size", function* () {
    const contacts = yield* contactsWith(true)
    const rows = [
      row({ email: ada, phoneNumber: "+49-1", socialmsgId: "taken" }),
      row({ email: ada, phoneNumber: "492" }),
      row({ email: bob, phoneNumber: "49 2", chatappId: "1" }),
      row({ email: ada, phoneNumber: "493" }),
      row({ email: bob, phoneNumber: "49 2" }),
      row({ email: ada, chatappId: "7", phoneNumber: "49 2" }),
      row({ email: ada, firstName: "a\0b", socialmsgId: "taken" })
    ]
    for (const batch of [100, 2, 1]) {
      const caller = yield* newCaller
      const { uuid } = yield* contacts.create(caller.workspace, { phoneNumber: "49 1", socialmsgId: "taken" })
      yield* contacts.setArchived(caller.workspace, uuid, true)
      const { short } = yield* imported(caller, rows, { batch, uniqueIdentifiers: true })
      const taken = "failed already_exists phoneNumber"
      assert.deepStrictEqual(short, [
        `${taken} already_exists socialmsgId`,
        ...["created", taken, "updated", "created", taken, "failed value_error firstName"]
      ])
      assert.lengthOf(yield* contactsOf(caller.workspace), 3)
    }
  })

  test("I3, C4: an archived contact matches like others, and stays archived", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    const { uuid } = yield* contacts.create(caller.workspace, { email: ada })
    yield* contacts.setArchived(caller.workspace, uuid, true)
    assert.deepStrictEqual((yield* imported(caller, [row({ email: ada, lastName: "x" })])).short, ["updated"])
    assert.deepInclude(yield* contacts.get(caller.workspace, uuid), { archived: true, lastName: "x" })
  })

  test("F7: a field that is archived after the import was accepted is none for the rows still to come", function* () {
    const fields = yield* CustomFields
    const caller = yield* newCaller
    const { uuid } = yield* define(caller.workspace, { fieldKey: "diet" })
    const ref = yield* accepted(caller, [row({ email: ada }, { diet: "fish" }), row({ email: bob })])
    yield* fields.archive(caller.workspace, uuid)
    yield* worked(ref)
    assert.deepStrictEqual((yield* stateOf(ref)).short, ["failed unknown_field customFields.diet", "created"])
  })
})
