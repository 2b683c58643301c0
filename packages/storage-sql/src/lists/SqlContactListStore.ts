import type { ContactListUuid, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactListStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { namedListing } from "../shared/NamedListing.ts"
import { pageOf } from "../shared/Pages.ts"
import { firstOf, insertRow, replaceRow } from "../database/Rows.ts"
import { countedList, listRecord, listTable } from "./ContactListRow.ts"
import { addMembers, among, lockList, members, membershipsBefore, removeMembers } from "./Members.ts"

type Store = ContactListStore["Service"]

const contactList = firstOf(listTable.row)
const contactListPage = pageOf(listTable.row)

const insert =
  (db: Db): Store["insert"] =>
  (list) =>
    insertRow(db, "contact_lists", listRecord(list))

const select = (db: Db, workspace: WorkspaceUuid, uuid: ContactListUuid) =>
  db.sql`SELECT ${countedList(db)}
    FROM ${db.table("contact_lists")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`

const find =
  (db: Db): Store["find"] =>
  (workspace, uuid) =>
    contactList(db, select(db, workspace, uuid))

/** Locks a list, then reads its count, because a statement that waits for a lock reads the state before the wait. */
const lock =
  (db: Db): Store["lock"] =>
  (workspace, uuid) =>
    Effect.andThen(lockList(db, workspace, uuid), contactList(db, select(db, workspace, uuid)))

const replace =
  (db: Db): Store["replace"] =>
  (list) =>
    replaceRow(db, "contact_lists", listRecord(list))

const list =
  (db: Db): Store["list"] =>
  (workspace, { contact, ...filter }, sort, page) => {
    const where = contact === null ? {} : { where: isOn(db, workspace, contact) }
    return contactListPage(
      db,
      namedListing(db, "contact_lists", countedList(db), { workspace, ...filter, ...where }, sort, page)
    )
  }

/** Returns the condition that a contact is on a list. */
const isOn = ({ sql, table }: Db, workspace: WorkspaceUuid, contact: ContactUuid) =>
  sql`uuid IN (
    SELECT list_uuid FROM ${table("contact_list_members")}
    WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact}
  )`

export const layer = Layer.effect(
  ContactListStore,
  Effect.map(Database, (db) =>
    ContactListStore.of({
      insert: insert(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      list: list(db),
      members: members(db),
      membershipsBefore: membershipsBefore(db),
      among: among(db),
      addMembers: addMembers(db),
      removeMembers: removeMembers(db)
    })
  )
)
