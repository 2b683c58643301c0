import type { ContactListUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactListStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, insertRow, replaceRow } from "../database/Rows.ts"
import { namedListing } from "../shared/NamedListing.ts"
import { pageOf } from "../shared/Pages.ts"
import { countedList, listRecord, listTable } from "./ContactListRow.ts"
import { addMembers, among, lockList, members, membershipsBefore, removeMembers } from "./Members.ts"

const contactList = firstOf(listTable.row)
const contactListPage = pageOf(listTable.row)

export const layer = storeLayer(ContactListStore, (db) => {
  const { sql, table } = db
  const find = (workspace: WorkspaceUuid, uuid: ContactListUuid) =>
    contactList(db)(sql`
      SELECT ${countedList(db)} FROM ${table("contact_lists")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`)
  return {
    insert: (list) => insertRow(db, "contact_lists", listRecord(list)),

    find,

    // Locks a list, then reads its count, because a statement that waits for a lock reads the state before the wait.
    lock: (workspace, uuid) => Effect.andThen(lockList(db, workspace, uuid), find(workspace, uuid)),

    replace: (list) => replaceRow(db, "contact_lists", listRecord(list)),

    list: (workspace, { contact, ...filter }, sort, page) => {
      const isOn = sql`uuid IN (
        SELECT list_uuid FROM ${table("contact_list_members")}
        WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact}
      )`
      const listed = { workspace, ...filter, ...(contact !== null && { where: isOn }) }
      return contactListPage(db, namedListing(db, "contact_lists", countedList(db), listed, sort, page))
    },

    members: members(db),
    membershipsBefore: membershipsBefore(db),
    among: among(db),
    addMembers: addMembers(db),
    removeMembers: removeMembers(db)
  }
})
