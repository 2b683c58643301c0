import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database, type Db } from "../shared/Database.ts"
import { firstOf, rowsOf } from "../shared/Rows.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"
import { lockAddressed, saveEngagements } from "./Engagements.ts"
import { eraseContact } from "./EraseContact.ts"
import { lockIdentifiers } from "./LockIdentifiers.ts"
import { saveContacts } from "./SaveContacts.ts"
import { searchContacts } from "./SearchContacts.ts"

type Store = ContactStore["Service"]

const contact = firstOf(ContactRow)
const contacts = rowsOf(ContactRow)

const select = (db: Db, workspace: WorkspaceUuid, uuid: ContactUuid) => db.sql`
  SELECT ${contactColumns(db, workspace)} FROM ${db.table("contacts")}
  WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`

const find =
  (db: Db): Store["find"] =>
  (workspace, uuid) =>
    contact(db, select(db, workspace, uuid))

/** Locks contacts in the order of their uuids, so that two transactions do not deadlock. */
const lock = (db: Db): Store["lock"] => {
  const { dialect, sql, table } = db
  return (workspace, uuids) => {
    const [first, ...others] = uuids
    if (first === undefined) return Effect.succeed([])
    if (others.length === 0) return contacts(db, sql`${select(db, workspace, first)} ${dialect.forUpdate}`)
    const given = dialect.valuesTable(
      "given",
      { home: "uuid", wanted: "uuid" },
      uuids.map((wanted) => ({ home: workspace, wanted }))
    )
    const statement = sql`
      SELECT ${contactColumns(db, workspace)} FROM ${table("contacts")}
      WHERE (workspace_uuid, uuid) IN (SELECT home, wanted FROM ${given}) ORDER BY uuid ${dialect.forUpdate}`
    return contacts(db, dialect.runUnprepared(statement))
  }
}

/** The {@link ContactStore} port over the table `contacts`. */
export const layer = Layer.effect(
  ContactStore,
  Effect.map(Database, (db) =>
    ContactStore.of({
      find: find(db),
      lock: lock(db),
      save: saveContacts(db),
      lockIdentifiers: lockIdentifiers(db),
      erase: eraseContact(db),
      lockAddressed: lockAddressed(db),
      saveEngagements: saveEngagements(db),
      search: searchContacts(db),
      maintainIndexes: db.mapErrors(db.dialect.maintainIndexes)
    })
  )
)
