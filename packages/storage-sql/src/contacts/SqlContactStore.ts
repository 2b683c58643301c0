import { ContactStore, type ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { writeValues } from "../custom-fields/WriteValues.ts"
import { Database, type Db } from "../kernel/Database.ts"
import { firstOf, rowsOf } from "../kernel/Rows.ts"
import { contactColumns, contactRecord, ContactRow } from "./ContactRow.ts"
import { eraseContact } from "./EraseContact.ts"
import { holdIdentifiers } from "./HoldIdentifiers.ts"
import { searchContacts } from "./SearchContacts.ts"
import { writeContacts } from "./WriteContacts.ts"

type Store = ContactStore["Service"]

const contact = firstOf(ContactRow)
const contacts = rowsOf(ContactRow)

const insert = (db: Db): Store["insert"] => {
  const { attempt, sql, together } = db
  return Effect.fn("ContactStore.insert")((contact, changes) => {
    const row = Effect.asVoid(attempt(sql`INSERT INTO contacts ${sql.insert(contactRecord(contact))}`))
    const values = writeValues(db, { created: [{ contact, changes }], changed: [] })
    return changes.length === 0 ? row : together(Effect.andThen(row, values))
  })
}

const select = (db: Db, workspace: WorkspaceUuid, uuid: ContactUuid) => db.sql`
  SELECT ${contactColumns(db, workspace)} FROM contacts WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`

const find = (db: Db): Store["find"] =>
  Effect.fn("ContactStore.find")((workspace, uuid) => contact(db, select(db, workspace, uuid)))

const lock = (db: Db): Store["lock"] =>
  Effect.fn("ContactStore.lock")((workspace, uuid) =>
    contact(db, db.sql`${select(db, workspace, uuid)} ${db.dialect.forUpdate}`)
  )

/** In the order of their uuids, in which two transactions cannot wait for each other. */
const lockAll = (db: Db): Store["lockAll"] => {
  const { dialect, sql } = db
  return Effect.fn("ContactStore.lockAll")((workspace, uuids) => {
    const given = dialect.unpack(
      "given",
      { home: "uuid", wanted: "uuid" },
      uuids.map((wanted) => ({ home: workspace, wanted }))
    )
    const statement = sql`
      SELECT ${contactColumns(db, workspace)} FROM contacts
      WHERE (workspace_uuid, uuid) IN (SELECT home, wanted FROM ${given}) ORDER BY uuid ${dialect.forUpdate}`
    return contacts(db, dialect.runPlanned(statement))
  })
}

const replace = (db: Db): Store["replace"] => {
  const { attempt, sql, together } = db
  return Effect.fn("ContactStore.replace")((contact, changes) => {
    const record = contactRecord(contact)
    const row = Effect.asVoid(
      attempt(sql`
        UPDATE contacts SET ${sql.update(record, ["uuid", "workspace_uuid"])}
        WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
    )
    const values = writeValues(db, { created: [], changed: [{ contact, changes }] })
    return changes.length === 0 ? row : together(Effect.andThen(row, values))
  })
}

/** The {@link ContactStore} port over the table `contacts`. */
export const layer = Layer.effect(
  ContactStore,
  Effect.map(Database, (db) =>
    ContactStore.of({
      insert: insert(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      lockAll: lockAll(db),
      writeAll: writeContacts(db),
      holdIdentifiers: holdIdentifiers(db),
      erase: eraseContact(db),
      search: searchContacts(db)
    })
  )
)
