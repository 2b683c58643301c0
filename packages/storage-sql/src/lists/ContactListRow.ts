import { ContactList } from "@rollcall/core"
import { memberCount } from "../counts/Counts.ts"
import type { Db } from "../database/Database.ts"
import { storedAs, tableOf } from "../database/Rows.ts"
import { nameForms } from "../shared/NamedListing.ts"

export const listTable = tableOf(storedAs(ContactList.fields))

const columns = listTable.columns.filter((column) => column !== "count")

/**
 * Returns the columns of a list, for a SELECT on `contact_lists`. A subquery reads the member count, so that a list and its
 * count come from one snapshot.
 */
export const countedList = (db: Db) => {
  const { sql } = db
  const count = memberCount(db, sql`contact_lists.workspace_uuid`, sql`contact_lists.uuid`)
  return sql`${sql.csv(columns)}, (${count}) AS count`
}

/** Encodes a list as a row with all columns. The count is not stored. */
export const listRecord = (list: ContactList) => {
  const { count: _, ...record } = listTable.record(list)
  return { ...record, ...nameForms(list.name) }
}
