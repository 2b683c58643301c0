import { assert } from "@effect/vitest"
import {
  ActorUuid,
  type ContactImport,
  ContactImportUuid,
  CustomFieldUuid,
  type RowResult,
  WorkspaceUuid
} from "@rollcall/core"
import { advance, contactWrite, digitForms, noRows, type ValueChange } from "@rollcall/core/people"
import { ContactImportStore, ContactStore, identifierFields } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Layer } from "effect"
import { layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { contactUuid, crowded, populatedDatabase } from "./Population.ts"
import { withDatabase } from "../server/Databases.ts"
import { suite } from "../../../core/test/Suite.ts"

const workspace = WorkspaceUuid.make(crowded)
const page = { limit: 10, offset: 0 }
const nextCheckAfter = Duration.seconds(10)
const instant = DateTime.makeUnsafe(0)

const importUuid = (n: string) => `('00000000-0000-4000-8400-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** 1,000 imports, of which one in a hundred is in progress, and the rows of 20 of them. */
const imports = [
  `INSERT INTO contact_imports
    SELECT '${crowded}', ${importUuid("n")}, '${crowded}', CASE n % 100 WHEN 0 THEN 'processing' ELSE 'completed' END,
      'create_or_update', 'keep', 'email', NULL, 1000, 500, 0, 0, 0, 0, n, n, CASE n % 100 WHEN 0 THEN n END
    FROM generate_series(1, 1000) AS n`,
  `INSERT INTO contact_import_rows
    SELECT '${crowded}', ${importUuid("1 + n / 1000")}, n % 1000, '{"fields":{},"customFields":{},"original":null}',
      CASE WHEN n % 1000 < 500 THEN 'created' END
    FROM generate_series(0, 19999) AS n`,
  "ANALYZE contact_imports, contact_import_rows"
]

const populated = Layer.unwrap(
  Effect.map(populatedDatabase, (url) => {
    const storage = layerWithClient({ url })
    const population = withDatabase(url, (sql) =>
      Effect.forEach(imports, (text) => sql.unsafe(text).unprepared, { discard: true })
    )
    return Layer.provideMerge(Layer.provide(Layer.effectDiscard(population), storage), storage)
  })
)

const ref = { workspace, contactImport: ContactImportUuid.make("00000000-0000-4000-8400-000000000002") }

const usesIndexes = (lines: ReadonlyArray<string>, ...indexes: ReadonlyArray<string>) => {
  assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
  for (const index of indexes) assert.include(lines.join(), index)
}

suite(populated, { timeout: "60 seconds" })("among 1,000 imports, 20,000 of their rows and 20,000 contacts", (test) => {
  test("due imports are read in the order of their index", function* () {
    const store = yield* ContactImportStore
    const lines = yield* explain(store.claimDue({ limit: 2, nextCheckAfter }))
    usesIndexes(lines, "Index Scan using contact_imports_due")
    assert.notInclude(lines.join(), "Sort Key: contact_imports.due_at")
  })

  test("the next rows are read in the order of their index", function* () {
    const store = yield* ContactImportStore
    const lines = yield* explain(store.nextRows(ref, 100))
    usesIndexes(lines, "Index Scan using contact_import_rows_by_outcome")
    assert.notInclude(lines.join(), "Sort")
  })

  test("a page is read by an index of a single import", function* () {
    const store = yield* ContactImportStore
    assert.strictEqual((yield* store.rows(ref, "created", page)).total, 500)
    usesIndexes(yield* explain(store.rows(ref, "created", page)), "contact_import_rows_by_outcome")
    usesIndexes(yield* explain(store.rows(ref, null, page)), "contact_import_rows_pkey")
  })

  test("an import is processed without scanning others", function* () {
    const store = yield* ContactImportStore
    const skipped: RowResult = { index: 0, outcome: "skipped", contactUuid: null, issues: [] }
    const accepted: ContactImport = {
      uuid: ContactImportUuid.make("00000000-0000-4000-8000-00000000000a"),
      workspaceUuid: workspace,
      createdBy: ActorUuid.make(crowded),
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
    const row = { fields: {}, customFields: {}, original: null }
    const begun = advance(accepted, [skipped], instant)
    yield* store.insert(accepted, [row, row])
    const lines = yield* explain(
      Effect.all([store.find(ref), store.lock(ref), store.record(begun, [skipped], nextCheckAfter)])
    )
    usesIndexes(lines, "contact_imports_pkey")
  })

  test("the holders of 500 identifiers are found by indexes", function* () {
    const store = yield* ContactStore
    const keys = Array.from({ length: 500 }, (_, n) => ({
      field: identifierFields[n % 5] ?? "email",
      value: `49${n}`
    }))
    usesIndexes(yield* explain(store.lockIdentifiers(workspace, keys)), "contacts_by_email_key")
  })

  test("100 contacts are locked and written without scanning others", function* () {
    const store = yield* ContactStore
    const uuids = Array.from({ length: 100 }, (_, n) => contactUuid(n + 1))
    const contacts = yield* store.lock(workspace, uuids)
    assert.lengthOf(contacts, 100)
    usesIndexes(yield* explain(store.lock(workspace, uuids)), "contacts_pkey")
    const field = CustomFieldUuid.make("00000000-0000-4000-8000-00000000000c")
    const changes: ReadonlyArray<ValueChange> = [{ field, key: "city", value: "Bonn", entries: [{ text: "bonn" }] }]
    const changed = contacts.map((contact) => contactWrite(digitForms, "contact.updated", contact, changes))
    const lines = yield* explain(store.save({ created: [], changed }))
    usesIndexes(lines, "contacts_pkey", "contact_values_pkey")
  })
})
