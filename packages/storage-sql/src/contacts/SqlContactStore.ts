import { type Condition, ContactStore, type ContactUuid, type TextName, type WorkspaceUuid } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { writeValues } from "../custom-fields/WriteValues.ts"
import { Database, type Db } from "../kernel/Database.ts"
import { pageOf } from "../kernel/Listings.ts"
import { firstOf, rowsOf } from "../kernel/Rows.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, contactRecord, ContactRow } from "./ContactRow.ts"
import { eraseContact } from "./EraseContact.ts"
import { holdIdentifiers } from "./HoldIdentifiers.ts"
import { writeContacts } from "./WriteContacts.ts"

type Store = ContactStore["Service"]

const contact = firstOf(ContactRow)
const contacts = rowsOf(ContactRow)
const contactPage = pageOf(ContactRow)

const insert = (db: Db): Store["insert"] => {
  const { attempt, sql, transaction } = db
  return Effect.fn("ContactStore.insert")((contact, changes) => {
    const row = Effect.asVoid(attempt(sql`INSERT INTO contacts ${sql.insert(contactRecord(contact))}`))
    const values = writeValues(db, { created: [{ contact, changes }], changed: [] })
    return changes.length === 0 ? row : transaction(Effect.andThen(row, values))
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
      { wanted: "uuid" },
      uuids.map((wanted) => ({ wanted }))
    )
    return contacts(
      db,
      sql`
        SELECT ${contactColumns(db, workspace)} FROM contacts
        WHERE workspace_uuid = ${workspace} AND uuid IN (SELECT wanted FROM ${given})
        ORDER BY uuid ${dialect.forUpdate}`
    )
  })
}

const replace = (db: Db): Store["replace"] => {
  const { attempt, sql, transaction } = db
  return Effect.fn("ContactStore.replace")((contact, changes) => {
    const record = contactRecord(contact)
    const row = Effect.asVoid(
      attempt(sql`
        UPDATE contacts SET ${sql.update(record, ["uuid", "workspace_uuid"])}
        WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
    )
    const values = writeValues(db, { created: [], changed: [{ contact, changes }] })
    return changes.length === 0 ? row : transaction(Effect.andThen(row, values))
  })
}

const search = (db: Db): Store["search"] => {
  const { sql } = db
  return Effect.fn("ContactStore.search")((workspace, { condition, sort }, page) =>
    contactPage(db, {
      columns: contactColumns(db, workspace),
      from: sql`contacts`,
      where: sql`workspace_uuid = ${workspace} AND ${sqlCondition(db, workspace, condition)}`,
      order: sortOrder(db, workspace, sort.field),
      direction: sort.direction,
      filtered: !asksForAll(condition),
      selective: asksForIdentifier(condition),
      page
    })
  )
}

/** Whether a search is for every contact of a workspace: there may be very many then. */
const asksForAll = (condition: Condition): boolean => condition._tag === "All" && condition.conditions.length === 0

/** Whether a search is for one identifier, which hardly two contacts share. */
const asksForIdentifier = (condition: Condition): boolean =>
  condition._tag === "TextEquals" && identifierNames.has(condition.field)

const identifierNames: ReadonlySet<TextName> = new Set([
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id"
])

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
      search: search(db)
    })
  )
)
