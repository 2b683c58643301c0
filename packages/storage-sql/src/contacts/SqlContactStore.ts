import { type Condition, ContactStore, type ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { insertValues, replaceValues } from "../custom-fields/WriteValues.ts"
import { Database, type Db } from "../kernel/Database.ts"
import { pageOf } from "../kernel/Listings.ts"
import { firstOf } from "../kernel/Rows.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, contactRecord, ContactRow } from "./ContactRow.ts"
import { eraseContact } from "./EraseContact.ts"
import { holdIdentifiers } from "./HoldIdentifiers.ts"

type Store = ContactStore["Service"]

const contact = firstOf(ContactRow)
const contactPage = pageOf(ContactRow)

const insert = (db: Db): Store["insert"] => {
  const { attempt, sql, transaction } = db
  return Effect.fn("ContactStore.insert")((contact, changes) => {
    const row = Effect.asVoid(attempt(sql`INSERT INTO contacts ${sql.insert(contactRecord(contact))}`))
    return changes.length === 0 ? row : transaction(Effect.andThen(row, insertValues(db, contact, changes)))
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

const replace = (db: Db): Store["replace"] => {
  const { attempt, sql, transaction } = db
  return Effect.fn("ContactStore.replace")((contact, changes) => {
    const record = contactRecord(contact)
    const row = Effect.asVoid(
      attempt(sql`
        UPDATE contacts SET ${sql.update(record, ["uuid", "workspace_uuid"])}
        WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
    )
    return changes.length === 0 ? row : transaction(Effect.andThen(row, replaceValues(db, contact, changes)))
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
      page
    })
  )
}

/** Whether a search is for every contact of a workspace: there may be very many then. */
const asksForAll = (condition: Condition): boolean => condition._tag === "All" && condition.conditions.length === 0

/** The {@link ContactStore} port over the table `contacts`. */
export const layer = Layer.effect(
  ContactStore,
  Effect.map(Database, (db) =>
    ContactStore.of({
      insert: insert(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      holdIdentifiers: holdIdentifiers(db),
      erase: eraseContact(db),
      search: search(db)
    })
  )
)
