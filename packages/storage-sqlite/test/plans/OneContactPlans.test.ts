import { assert } from "@effect/vitest"
import { systemCaller, NoteUuid } from "@rollcall/core"
import { ContactErasure, contactWrite, digitForms, type IdentifierKey } from "@rollcall/core/people"
import { ContactListStore, ContactStore, NoteStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accept, broadcastOf, contactOf, layerWithClient, recipientsUpTo, workspace } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const contact = contactOf(1, { phoneNumber: "+49 1510 000 001", chatappId: "491510000002" })

const populated = Layer.provideMerge(
  Layer.effectDiscard(
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      yield* contacts.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      yield* accept(broadcastOf(1), recipientsUpTo(5))
    })
  ),
  layerWithClient(":memory:")
)

const lookups: ReadonlyArray<readonly [key: IdentifierKey, index: string]> = [
  [{ field: "email", value: "ada@example.com" }, "contacts_by_email_key (workspace_uuid=? AND email_key=?)"],
  [{ field: "phoneNumber", value: "4917" }, "contacts_by_phone_number_key (workspace_uuid=? AND phone_number_key=?)"],
  [{ field: "chatappId", value: "4917" }, "contacts_by_chatapp_id_key (workspace_uuid=? AND chatapp_id_key=?)"],
  [
    { field: "externalContactId", value: "crm-1" },
    "contacts_by_external_contact_id (workspace_uuid=? AND external_contact_id_folded=?)"
  ],
  [{ field: "socialmsgId", value: "ada" }, "contacts_by_socialmsg_id (workspace_uuid=? AND socialmsg_id_folded=?)"]
]

suite(populated)("one contact", (test) => {
  test.each(lookups)("C3: the holders of an identifier are found by its index: %o", function* ([key, index]) {
    const store = yield* ContactStore
    const plans = yield* explain(store.lockIdentifiers(workspace, [key]))
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
    assert.include(plans.flatMap(({ steps }) => steps).join(), index)
  })

  test("C3: the holders of 500 identifiers are found by their indexes", function* () {
    const store = yield* ContactStore
    const keys = Array.from({ length: 100 }, () => lookups.map(([key]) => key)).flat()
    const plans = yield* explain(store.lockIdentifiers(workspace, keys))
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("its notes and lists are found by indexes", function* () {
    const notes = yield* NoteStore
    const lists = yield* ContactListStore
    const ref = { workspace, contact: contact.uuid, note: NoteUuid.make(contact.uuid) }
    const plans = yield* explain(
      Effect.all([
        notes.list(workspace, contact.uuid, { limit: 10, offset: 0 }),
        notes.find(ref),
        notes.replace(ref, { title: null, text: "new" }, DateTime.makeUnsafe(0)),
        notes.archive(ref, DateTime.makeUnsafe(0)),
        lists.list(
          workspace,
          { status: null, nameContains: null, contact: contact.uuid },
          { sortField: "name", sortOrder: "asc" },
          { limit: 10, offset: 0 }
        )
      ])
    )
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
  })

  test("C7: rows that refer to it are found by an index when it is erased", function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ name: string; columns: string }>`
      SELECT sqlite_schema.name AS name, group_concat(reference."from") AS columns
      FROM sqlite_schema, pragma_foreign_key_list(sqlite_schema.name) AS reference
      WHERE sqlite_schema.type = 'table' AND reference."table" = 'contacts'
      GROUP BY sqlite_schema.name`
    assert.includeMembers(
      tables.map(({ name }) => name),
      ["contact_list_members", "contact_notes", "contact_values"]
    )
    for (const { columns, name } of tables) {
      assert.strictEqual(columns, "workspace_uuid,contact_uuid")
      const plans = yield* explain(
        sql`SELECT 1 FROM ${sql(name)} WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact.uuid}`
      )
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    }
  })

  test("C7: it and its recipients are erased without scanning others", function* () {
    const sql = yield* SqlClient.SqlClient
    const erasure = ContactErasure.use(({ erase }) => erase(systemCaller(workspace), contact.uuid))
    const plans = yield* explain(Effect.provide(erasure, ContactErasure.layer))
    assert.lengthOf(yield* sql`SELECT uuid FROM broadcast_recipients WHERE identifier = ''`, 2)
    // Rows that resolved to no contact are read as they are, so many at a time, and broadcasts for audiences that name the
    // person.
    const read = exhaustiveSteps(plans).filter((step) => !/contact_import_rows_unresolved|SCAN broadcasts$/.test(step))
    assert.deepStrictEqual(read, [])
    const steps = plans.flatMap(({ steps }) => steps)
    assert.include(steps.join(), "contact_import_rows_by_contact (workspace_uuid=? AND contact_uuid=?)")
    assert.include(steps.join(), "recipients_by_identifier (workspace_uuid=? AND identifier=?)")
  })
})
