import type { CustomFieldUuid, Filter } from "@rollcall/core"
import type { Population } from "../people/Population.ts"
import type { PageSql } from "../stores/Arena.ts"
import { foldedOf } from "./Operands.ts"
import { columns } from "./Shapes.ts"

/*
 * Searches by custom values, by hand: what the entries of one field decide is found among those first.
 */

export const uuidOf = ({ fields }: Population, key: string): CustomFieldUuid => {
  const field = fields.get(key)
  if (field === undefined) throw new Error(`no field has the key ${key}`)
  return field.uuid
}

export const textOf = (value: unknown): string | null => (typeof value === "string" ? foldedOf(value) : null)

export const filterBy = (...filters: ReadonlyArray<Filter>) => ({ filters })

export const newestFirst = "contacts.created_at DESC, contacts.uuid DESC"

/** SQLite: what values alone decide is counted there; a contact has one entry at most in what is found. */
export const amongFound = (found: string): PageSql => ({
  page: `
    SELECT ${columns} FROM (${found}) AS found
    JOIN contacts ON contacts.workspace_uuid = $1 AND contacts.uuid = found.contact_uuid
    ORDER BY ${newestFirst} LIMIT 10`,
  total: `SELECT count(*) AS total FROM (${found}) AS found`
})

/** Postgres: the same, on one way there and back. */
export const amongFoundOnce = (found: string): PageSql => ({
  page: `
    SELECT ${columns}, count(*) OVER () AS total FROM (${found}) AS found
    JOIN contacts ON contacts.workspace_uuid = $1 AND contacts.uuid = found.contact_uuid
    ORDER BY ${newestFirst} LIMIT 10`
})

/** Postgres: the same for few where the planner takes them for many, because other fields have many such values. */
export const amongFew = (found: string): PageSql => ({
  page: `
    SELECT ${columns}, count(*) OVER () AS total FROM contacts
    WHERE workspace_uuid = $1 AND uuid = ANY (ARRAY(${found})) ORDER BY ${newestFirst} LIMIT 10`
})

/** The entries of the field that is the first operand. */
export const entries = (condition: string): string =>
  `SELECT contact_uuid FROM contact_values WHERE workspace_uuid = $1 AND field_uuid = $2 AND ${condition}`

/** Contacts that have an entry, of the field that is the first operand, and another one. */
export const entryAnd = (one: string, other: string): string => `
  SELECT one.contact_uuid FROM contact_values AS one
  JOIN contact_values AS other ON other.workspace_uuid = $1 AND other.contact_uuid = one.contact_uuid AND ${other}
  WHERE one.workspace_uuid = $1 AND one.field_uuid = $2 AND ${one}`
