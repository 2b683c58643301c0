import type { PageRequest, WorkspaceUuid } from "@rollcall/core"
import type { ContactListSort, ContactListStatus } from "@rollcall/core/people"
import { fold } from "@rollcall/core/operations"
import { sortKey } from "@rollcall/core/people"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { Listing } from "./Listing.ts"

/** Returns the columns used to search and sort by name. */
export const nameForms = (name: string) => {
  const folded = fold(name)
  return { name_folded: folded, name_order: sortKey(folded) }
}

/**
 * Returns a listing of named items that are active or archived, sorted by name in the order readers expect, or by creation
 * time.
 */
export const namedListing = (
  { dialect, sql }: Db,
  from: "contact_lists" | "segments",
  columns: Statement.Fragment,
  listed: {
    readonly workspace: WorkspaceUuid
    readonly status: ContactListStatus | null
    /** A substring of the folded name. */
    readonly nameContains: string | null
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
      // Uses `replace` to test for a substring, because LIKE has wildcards.
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
