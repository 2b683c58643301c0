import { assert } from "@effect/vitest"
import { systemCaller, NoteUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactErasure, type IdentifierKey } from "@rollcall/core/people"
import { ContactListStore, ContactStore, NoteStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { contactUuid, crowded, populatedDatabase } from "./Population.ts"
import { suite } from "../../../core/test/Suite.ts"

const workspace = WorkspaceUuid.make(crowded)
const page = { limit: 10, offset: 0 }

const populated = Layer.unwrap(Effect.map(populatedDatabase, (url) => layerWithClient({ url })))

const lookups: ReadonlyArray<readonly [key: IdentifierKey, index: string]> = [
  [{ field: "email", value: "person77@example15.org" }, "contacts_by_email_key"],
  [{ field: "phoneNumber", value: "491701000077" }, "contacts_by_phone_number_key"],
  [{ field: "chatappId", value: "4917010077" }, "contacts_by_chatapp_id_key"],
  [{ field: "externalContactId", value: "id-77" }, "contacts_by_external_contact_id"],
  [{ field: "socialmsgId", value: "social-77" }, "contacts_by_socialmsg_id"]
]

const holders = Effect.fnUntraced(function* (keys: ReadonlyArray<IdentifierKey>) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  return yield* transaction.run(store.lockIdentifiers(workspace, keys))
})

suite(populated, { timeout: "60 seconds" })("one contact among 20,000", (test) => {
  test.each(lookups)("C3: the holders of an identifier are found by its index: %o", function* ([key, index]) {
    assert.deepStrictEqual(yield* holders([key]), [{ key, contacts: [contactUuid(77)], merged: [] }])
    const lines = yield* explain(holders([key]))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.include(lines.join(), index)
  })

  test("C3: the holders of 500 identifiers are found by their indexes", function* () {
    const keys = Array.from({ length: 100 }, () => lookups.map(([key]) => key)).flat()
    const lines = yield* explain(holders(keys))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
  })

  test("its notes are found by an index", function* () {
    const notes = yield* NoteStore
    const contact = contactUuid(77)
    const listed = yield* notes.list(workspace, contact, page)
    assert.lengthOf(listed.items, 1)
    const note = listed.items[0]?.uuid ?? NoteUuid.make(contact)
    const ref = { workspace, contact, note }
    const lines = yield* explain(
      Effect.all([
        notes.list(workspace, contact, page),
        notes.find(ref),
        notes.replace(ref, { title: null, text: "new" }, DateTime.makeUnsafe(0))
      ])
    )
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
  })

  test("its lists are found by the index of its memberships, among 20,000 others", function* () {
    const lists = yield* ContactListStore
    const filter = { status: null, nameContains: null, contact: contactUuid(77) }
    const lines = yield* explain(lists.list(workspace, filter, { sortField: "name", sortOrder: "asc" }, page))
    // All members of a found list are counted; only the lookup of the lists is checked.
    const members = lines.filter((line) => / on contact_list_members(?! membership)/.test(line))
    assert.isNotEmpty(members)
    for (const line of members) assert.match(line, /members_by_contact/)
  })

  test("C7: it and its recipients are erased without scanning others", function* () {
    const sql = yield* SqlClient.SqlClient
    const blank = sql`SELECT uuid FROM rollcall.broadcast_recipients WHERE identifier = ''`
    const erasure = ContactErasure.use(({ erase }) => erase(systemCaller(workspace), contactUuid(78)))
    const lines = yield* explain(Effect.provide(erasure, ContactErasure.layer))
    assert.lengthOf(yield* blank, 2)
    // Rows of imports, of which there are none here, are found or read so many at a time. Broadcasts are read for audiences
    // that name the person; there are few here.
    const read = exhaustive(lines).filter((line) => !/contact_import_rows|on broadcasts/.test(line))
    assert.deepStrictEqual(read, [], lines.join("\n"))
    assert.include(lines.join(), "recipients_by_identifier")
  })

  test("C7: rows that refer to it are found by an index when it is erased", function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ name: string; columns: ReadonlyArray<string> }>`
      SELECT conrelid::regclass::text AS name, array(
        SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey) ORDER BY attname
      ) AS columns
      FROM pg_constraint WHERE contype = 'f' AND confrelid = 'rollcall.contacts'::regclass ORDER BY name`
    assert.includeMembers(
      tables.map(({ name }) => name),
      ["rollcall.contact_list_members", "rollcall.contact_notes", "rollcall.contact_values"]
    )
    for (const { columns, name } of tables) {
      assert.deepStrictEqual(columns, ["contact_uuid", "workspace_uuid"])
      const lines = yield* explain(
        sql`SELECT 1 FROM ${sql(name)} WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contactUuid(79)}`
      )
      assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
      assert.match(lines.join(), /Index/)
    }
  })
})
