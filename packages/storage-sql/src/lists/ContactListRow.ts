import { ContactList } from "@rollcall/core"
import { memberCount } from "../counts/Counts.ts"
import type { Db } from "../database/Database.ts"
import { storedAs, tableOf } from "../database/Rows.ts"
import { nameForms } from "../shared/NamedListing.ts"

/** Lists as rows of `contact_lists`, with the count of their members. */
export const listTable = tableOf(storedAs(ContactList.fields))

const columns = listTable.columns.filter((column) => column !== "count")

/**
 * The columns of a list, for a SELECT on `contact_lists`. A subquery reads the count of the members, so that a list and
 * its count are of one snapshot.
 */
export const countedList = (db: Db) => {
  const { sql } = db
  const count = memberCount(db, sql`contact_lists.workspace_uuid`, sql`contact_lists.uuid`)
  return sql`${sql.csv(columns)}, (${count}) AS count`
}

/** The row of a list with all columns. The count is not stored. */
export const listRecord = (list: ContactList) => {
  const { count: _, ...record } = listTable.record(list)
  return { ...record, ...nameForms(list.name) }
}
