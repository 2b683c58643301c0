import type { PageSql } from "../stores/Arena.ts"
import { readColumns } from "../stores/Rows.ts"

/*
 * What a page of ten with its total can look like. Which one is the least work depends on how many are found, on what
 * an index already has in order, and on the database; each case takes the one that was quickest.
 */

/** The columns of a contact that a reader gets. */
export const columns = readColumns.map((column) => `contacts.${column}`).join()

const newestFirst = "created_at DESC, uuid DESC"

/** For few: each is looked at once, and counted while all are sorted. */
export const onePass = (where: string, order = newestFirst): PageSql => ({
  page: `
    SELECT ${columns}, count(*) OVER () AS total FROM contacts
    WHERE workspace_uuid = $1 AND ${where} ORDER BY ${order} LIMIT 10`
})

/** For many, and for those that an index alone can count: two statements, which cost SQLite no way to go. */
export const twoStatements = (where: string, order = newestFirst, total = counting(where)): PageSql => ({
  page: `SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 AND ${where} ORDER BY ${order} LIMIT 10`,
  total
})

/** As two statements, on one way to Postgres and back. */
export const twoParts = (where: string, order = newestFirst, total = counting(where)): PageSql => ({
  page: `
    SELECT ${columns}, (${total}) AS total FROM contacts
    WHERE workspace_uuid = $1 AND ${where} ORDER BY ${order} LIMIT 10`
})

const counting = (where: string): string =>
  `SELECT count(*) AS total FROM contacts WHERE workspace_uuid = $1 AND ${where}`

/** Counts all but those who satisfy a condition: an index is quick at finding them, and slow at finding the others. */
export const countingAllBut = (where: string): string => `
  SELECT (SELECT count(*) FROM contacts WHERE workspace_uuid = $1)
    - (SELECT count(*) FROM contacts WHERE workspace_uuid = $1 AND ${where}) AS total`
