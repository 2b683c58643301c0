import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { ContactImports, ContactImportUuid, Contacts, CustomFields, systemCaller } from "@rollcall/core"
import { issue, nextId } from "@rollcall/core/operations"
import { type MergeType, noRows } from "@rollcall/core/people"
import { identifierFields } from "@rollcall/core/storage"
import { contactsOf, define, everything, newCaller, refusal, services } from "../../Services.ts"
import { accepted, imported, row, stateOf, worked } from "./Import.ts"
import { suite } from "../../Suite.ts"

const [ada, bob] = ["ada@x.org", "bob@x.org"] as const
const unidentified = row({ firstName: "Anon" })
const noIdentifier = ["failed", ...identifierFields.map((field) => `missing ${field}`)].join(" ")

suite(services)("ContactImports", (test) => {
  test("I2: an accepted import is pending with all rows; once applied, each row has a result and its original", function* () {
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
    const failed = yield* imports.rows(caller, ref.contactImport, { outcome: "failed" }, { limit: 1, offset: 0 })
    assert.deepStrictEqual(failed, { items: receipts.slice(1), total: 1 })
  })

  test.each<MergeType>(["create_or_update", "create", "update"])(
    "I2: an invalid row of %s fails with its issues, whatever it contains, and the other rows are applied",
    function* (mergeType) {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      yield* contacts.create(caller, { email: ada })
      const refused = { ...row({ email: bob }), original: 5, issues: [issue("dict_type", [], "must be an object")] }
      const { contactImport, receipts, short } = yield* imported(caller, [refused, row({ email: ada }), refused], {
        mergeType
      })
      const applied = mergeType === "create" ? "skipped match_exists email" : "unchanged"
      assert.deepStrictEqual(short, ["failed dict_type ", applied, "failed dict_type "])
      assert.deepInclude(contactImport, { status: "completed", total: 3 })
      assert.strictEqual(receipts[0]?.original, 5)
      assert.lengthOf(yield* contactsOf(caller.workspace), 1)
    }
  )

  test("I3: an undefined field in a row counts as missing", function* () {
    const caller = yield* newCaller
    const ref = yield* accepted(caller, [row({ email: ada, firstName: "Ada" })])
    yield* worked(ref)
    const request = { contacts: [{ fields: { email: ada, firstName: undefined } }], matchOnField: "email" } as const
    const { uuid } = yield* (yield* ContactImports).create(caller, request)
    yield* worked({ workspace: caller.workspace, contactImport: uuid })
    const [contact] = yield* contactsOf(caller.workspace)
    assert.strictEqual(contact?.firstName, "Ada")
  })

  test("A1: an import that is missing in the workspace is not found", function* () {
    const imports = yield* ContactImports
    const [caller, other] = [yield* newCaller, yield* newCaller]
    const { contactImport } = yield* accepted(caller, [unidentified])
    for (const [workspace, uuid] of [
      [other.workspace, contactImport],
      [caller.workspace, ContactImportUuid.make(yield* nextId)]
    ] as const) {
      assert.deepStrictEqual(yield* refusal(imports.get(systemCaller(workspace), uuid)), ["ContactImportNotFound"])
      assert.deepStrictEqual(yield* refusal(imports.rows(systemCaller(workspace), uuid, {}, everything)), [
        "ContactImportNotFound"
      ])
    }
  })

  test.each<[rows: number, mergeType: MergeType, issues: ReadonlyArray<string>]>([
    [0, "create", ["too_short contacts"]],
    [1, "create", []],
    [1_000, "create", []],
    [1_001, "update", ["too_long contacts", "missing matchOnField"]],
    [1, "update", ["missing matchOnField"]]
  ])("I3, W4: %i rows to %s without a match field: %j", function* ([count, mergeType, issues]) {
    const rows = Array.from({ length: count }, () => unidentified)
    assert.deepStrictEqual(yield* refusal(accepted(yield* newCaller, rows, { matchOnField: null, mergeType })), issues)
  })

  test("F7: a field archived after the import's acceptance is unknown for the remaining rows", function* () {
    const fields = yield* CustomFields
    const caller = yield* newCaller
    const { uuid } = yield* define(caller.workspace, { fieldKey: "diet" })
    const ref = yield* accepted(caller, [row({ email: ada }, { diet: "fish" }), row({ email: bob })])
    yield* fields.archive(caller, uuid)
    yield* worked(ref)
    assert.deepStrictEqual((yield* stateOf(ref)).short, ["failed unknown_field customFields.diet", "created"])
  })
})
