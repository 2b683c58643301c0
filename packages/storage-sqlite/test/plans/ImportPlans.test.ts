import { assert } from "@effect/vitest"
import { ActorUuid, type ContactImport, ContactImportUuid, CustomFieldUuid, type RowResult } from "@rollcall/core"
import { advance, contactWrite, digitForms, noRows, type ValueChange } from "@rollcall/core/people"
import { ContactImportStore, ContactStore, type ContactWriteType, identifierFields } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { contactOf, instant, layerWithClient, workspace } from "../Fixture.ts"
import { exhaustiveSteps, explain, type Explained } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const contactImport: ContactImport = {
  uuid: ContactImportUuid.make("00000000-0000-4000-8000-00000000000a"),
  workspaceUuid: workspace,
  createdBy: ActorUuid.make("00000000-0000-4000-8000-00000000000b"),
  status: "pending",
  mergeType: "create_or_update",
  archivedContacts: "keep",
  fileName: null,
  fileUuid: null,
  undo: null,
  matchOnField: "email",
  contactListUuid: null,
  total: 2,
  counts: noRows,
  createdAt: instant,
  updatedAt: instant
}
const ref = { workspace, contactImport: contactImport.uuid }
const row = { fields: { email: "ada@example.org" }, customFields: {}, original: null }
const skipped: RowResult = { index: 0, outcome: "skipped", contactUuid: null, issues: [] }
const page = { limit: 10, offset: 0 }
const nextCheckAfter = Duration.seconds(10)

const stepsOf = (plans: ReadonlyArray<Explained>) => plans.flatMap(({ steps }) => steps)

const has = (plans: ReadonlyArray<Explained>, step: string) =>
  assert.isTrue(
    stepsOf(plans).some((one) => one.includes(step)),
    stepsOf(plans).join("\n")
  )

suite(layerWithClient(":memory:"))("statements of imports scan no table", (test) => {
  test("from the acceptance of an import to its end", function* () {
    const store = yield* ContactImportStore
    const begun = advance(contactImport, [skipped], instant)
    const plans = yield* explain(
      Effect.all([
        store.insert(contactImport, [row, row]),
        store.claimDue({ limit: 100, nextCheckAfter }),
        store.lock(ref),
        store.nextRows(ref, 100),
        store.record(begun, [skipped], nextCheckAfter),
        store.find(ref),
        store.rows(ref, null, page),
        store.rows(ref, "failed", page),
        store.pruneRows({ keepFor: Duration.days(30), limit: 100 })
      ])
    )
    assert.lengthOf(plans, 12)
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("due imports are read in the order of their index", function* () {
    const store = yield* ContactImportStore
    const plans = yield* explain(store.claimDue({ limit: 100, nextCheckAfter }))
    assert.deepStrictEqual(stepsOf(plans), [
      "SEARCH contact_imports USING COVERING INDEX contact_imports_due (due_at<?)"
    ])
  })

  test("the next rows and a page are read in the order of their indexes", function* () {
    const store = yield* ContactImportStore
    const next = yield* explain(store.nextRows(ref, 100))
    // What is sorted after that is the rows of one batch, whose sizes are added up.
    assert.deepStrictEqual(stepsOf(next).slice(2, 5), [
      "CO-ROUTINE first_ones",
      "SEARCH contact_import_rows USING INDEX contact_import_rows_by_outcome (workspace_uuid=? AND import_uuid=? AND outcome=?)",
      "SCAN first_ones"
    ])
    has(
      yield* explain(store.rows(ref, null, page)),
      "INDEX contact_import_rows_by_index (workspace_uuid=? AND import_uuid=?)"
    )
    has(
      yield* explain(store.rows(ref, "failed", page)),
      "INDEX contact_import_rows_by_outcome (workspace_uuid=? AND import_uuid=? AND outcome=?)"
    )
  })
})

suite(layerWithClient(":memory:"))(
  "an import uses one statement for many contacts, without scanning others",
  (test) => {
    test("for the holders of 500 identifiers", function* () {
      const store = yield* ContactStore
      const keys = Array.from({ length: 500 }, (_, n) => ({
        field: identifierFields[n % 5] ?? "email",
        value: `49${n}`
      }))
      const plans = yield* explain(store.lockIdentifiers(workspace, keys))
      assert.lengthOf(plans, 1)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    })

    test("to lock and to write contacts", function* () {
      const store = yield* ContactStore
      const field = CustomFieldUuid.make("00000000-0000-4000-8000-00000000000c")
      const changes: ReadonlyArray<ValueChange> = [{ field, key: "city", value: "Bonn", entries: [{ text: "bonn" }] }]
      const contacts = Array.from({ length: 100 }, (_, n) => contactOf(n, { email: `ada${n}@example.org` }))
      const uuids = contacts.map(({ uuid }) => uuid)
      const writes = (type: ContactWriteType) =>
        contacts.map((contact) => contactWrite(digitForms, type, contact, changes))
      const inserted = yield* explain(store.save({ created: writes("contact.created"), changed: [] }))
      assert.lengthOf(inserted, 3)
      const locked = yield* explain(store.lock(workspace, uuids))
      assert.lengthOf(locked, 1)
      const replaced = yield* explain(store.save({ created: [], changed: writes("contact.updated") }))
      assert.lengthOf(replaced, 4)
      assert.deepStrictEqual(exhaustiveSteps([...inserted, ...locked, ...replaced]), [])
      has(locked, "SEARCH contacts USING INDEX contacts_by_uuid (workspace_uuid=? AND uuid=?)")
      has(replaced, "SEARCH contacts USING INDEX contacts_by_uuid (workspace_uuid=? AND uuid=?)")
      has(replaced, "COVERING INDEX contact_values_by_contact (workspace_uuid=? AND contact_uuid=?")
    })
  }
)
