import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import { inWorkspaces, memberChanges } from "../counts/ContactCounts.ts"
import { writeCounted } from "../counts/CountedWrites.ts"
import type { Db } from "../database/Database.ts"

/** Returns how a change of members is counted. An earlier statement locked the contacts. */
export const countingOfLocked = (db: Db, workspace: WorkspaceUuid, sign: 1 | -1) => ({
  returns: { workspace_uuid: "workspace_uuid", list_uuid: "list_uuid", contact_uuid: "contact_uuid" },
  after: db.sql`members AS (
    SELECT written.workspace_uuid, list_uuid, archived AS is_archived
    FROM written JOIN ${db.table("contacts")} AS contact
      ON contact.workspace_uuid = written.workspace_uuid AND contact.uuid = written.contact_uuid
  )`,
  changes: [{ ...memberChanges(db, "members", sign), of: inWorkspaces(db, [workspace]) }]
})

/** Removes memberships of a locked contact. */
export const removeMemberships = (
  db: Db,
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  which: Statement.Fragment = db.sql.literal("TRUE")
) => {
  const write = db.sql`
    DELETE FROM ${db.table("contact_list_members")}
    WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND ${which}`
  return writeCounted(db, { write, returns: {}, counting: countingOfLocked(db, workspace, -1) })
}
