import type { PageRequest, WorkspaceUuid } from "@rollcall/core"
import type { ContactListSort, ContactListStatus } from "@rollcall/core/people"
import { fold } from "@rollcall/core/operations"
import { sortKey } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { Listing } from "./Listing.ts"

/** The columns by which a listing finds and sorts a name. */
export const nameForms = (name: string) => {
  const folded = fold(name)
  return { name_folded: folded, name_order: sortKey(folded) }
}

/** A listing of what has a name and is active or archived, by the name as readers look for it, or by creation. */
export const namedListing = (
  { dialect, sql }: Db,
  from: "contact_lists" | "segments",
  columns: Statement.Fragment,
  listed: {
    readonly workspace: WorkspaceUuid
    readonly status: ContactListStatus | null
    /** A part of the folded name. */
    readonly nameContains: string | null
    /** A further condition. */
    readonly where?: Statement.Fragment
  },
  { sortField, sortOrder }: ContactListSort,
  page: PageRequest
): Listing => {
  const { nameContains, status, where, workspace } = listed
  return {
    columns,
    from,
    where: sql.and([
      sql`workspace_uuid = ${workspace}`,
      ...(status === null ? [] : [sql`status = ${status}`]),
      // `replace` tests whether a name contains a text, because LIKE has wildcards.
      ...(nameContains === null ? [] : [sql`replace(name_folded, ${nameContains}, '') <> name_folded`]),
      ...(where === undefined ? [] : [where])
    ]),
    order: {
      keys: sortField === "name" ? dialect.order("name_order", from) : [sql`created_at`],
      nullable: false
    },
    direction: sortOrder,
    page
  }
}
