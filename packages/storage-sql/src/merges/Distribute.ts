import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { Belongings } from "@rollcall/core/people"
import type { MergeStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countingOfLocked, removeMemberships } from "../lists/Memberships.ts"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"

/** Gives each contact its share of memberships, addresses and notes. Existing ones are not written again. */
export const distribute = (db: Db): MergeStore["Service"]["distribute"] =>
  Effect.fnUntraced(
    function* (workspace, shares) {
      for (const { belongings, contact } of shares) {
        yield* giveMemberships(db, workspace, contact, belongings)
        yield* giveAddresses(db, workspace, contact, belongings)
      }
      for (const { belongings, contact } of shares) {
        const others = shares.flatMap((share) => (share.contact === contact ? [] : [share.contact]))
        yield* giveNotes(db, workspace, contact, others, belongings)
      }
    },
    db.mapErrors,
    db.inTransaction
  )

const giveMemberships = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  { memberships }: Belongings
) {
  const { dialect, sql, table } = db
  const given = dialect.valuesTable(
    "given",
    { list: "uuid", added: "integer", added_by: "uuid" },
    memberships.map(({ addedAt, addedBy, list }) => ({
      list,
      added: DateTime.toEpochMillis(addedAt),
      added_by: addedBy
    }))
  )
  yield* removeMemberships(db, workspace, contact, sql`list_uuid NOT IN (SELECT list FROM ${given})`)
  if (memberships.length === 0) return
  const write = sql`
    INSERT INTO ${table("contact_list_members")} (workspace_uuid, list_uuid, contact_uuid, added_at, added_by)
    SELECT ${workspace}, list, ${contact}, added, given.added_by FROM ${given} WHERE TRUE ON CONFLICT DO NOTHING`
  yield* writeCounted(db, { write, returns: {}, counting: countingOfLocked(db, workspace, 1) })
})

const giveAddresses = Effect.fnUntraced(function* (
  { dialect, sql, table }: Db,
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  { formerAddresses }: Belongings
) {
  const given = columnTable(dialect, "had", "text", formerAddresses)
  yield* sql`
    DELETE FROM ${table("former_addresses")}
    WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND address NOT IN (SELECT had FROM ${given})`
  if (formerAddresses.length === 0) return
  yield* sql`
    INSERT INTO ${table("former_addresses")} (workspace_uuid, contact_uuid, address)
    SELECT ${workspace}, ${contact}, had FROM ${given} WHERE TRUE ON CONFLICT DO NOTHING`
})

/** Moves notes from other contacts to a contact. */
const giveNotes = Effect.fnUntraced(function* (
  { dialect, sql, table }: Db,
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  others: ReadonlyArray<ContactUuid>,
  { notes }: Belongings
) {
  if (notes.length === 0) return
  const given = columnTable(
    dialect,
    "note",
    "uuid",
    notes.map(({ note }) => note)
  )
  for (const other of others) {
    yield* sql`
      UPDATE ${table("contact_notes")} SET contact_uuid = ${contact}
      WHERE workspace_uuid = ${workspace} AND contact_uuid = ${other} AND uuid IN (SELECT note FROM ${given})`
  }
})
