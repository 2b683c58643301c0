import * as Arr from "effect/Array"
import type { PageSql } from "./PageCase.ts"
import {
  columns,
  counting,
  ending,
  filter,
  filterBy,
  foldedOf,
  newestFirst,
  once,
  onePass,
  phrase,
  searchForFew,
  searchForMany,
  some
} from "./Searches.ts"

/*
 * Searches by custom values, by hand: what the entries of one field decide is found among those first.
 */

const joined = (found: string, more = ""): string => `
  SELECT ${columns}${more} FROM (${found}) AS found
  JOIN contacts ON contacts.workspace_uuid = $1 AND contacts.uuid = found.contact_uuid
  ORDER BY ${newestFirst} LIMIT 10`

/** SQLite: what values alone decide is counted there; a contact has at most one entry in what is found. */
const amongFound = (found: string): PageSql => ({
  page: joined(found),
  total: `SELECT count(*) AS total FROM (${found}) AS found`
})

/** PostgreSQL: the same in one round trip. */
const amongFoundOnce = (found: string): PageSql => ({ page: joined(found, ", count(*) OVER () AS total") })

/** PostgreSQL: the same for few where the planner expects many, because other fields have many such values. */
const amongFew = (found: string): PageSql => onePass(`uuid = ANY (ARRAY(${found}))`)

/** The entries of the first field. */
const entries = (condition: string): string =>
  `SELECT contact_uuid FROM contact_values WHERE workspace_uuid = $1 AND field_uuid = $2 AND ${condition}`

/** Contacts that have an entry, and another one. */
const entryAnd = (one: string, other: string): string => `
  SELECT one.contact_uuid FROM contact_values AS one
  JOIN contact_values AS other ON other.workspace_uuid = $1 AND other.contact_uuid = one.contact_uuid AND ${other}
  WHERE one.workspace_uuid = $1 AND ${one}`

const both = (column: string): string =>
  entryAnd(`one.field_uuid = $2 AND one.${column} = $3`, `other.field_uuid = $2 AND other.${column} = $4`)

const bySqlite = (condition: string) => amongFound(entries(condition))
const byPostgres = (condition: string) => amongFoundOnce(entries(condition))

/** Contacts without an entry: page by page in their order, counted as all but those that have one. */
const without: PageSql = {
  page: `
    SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 AND NOT EXISTS (
      SELECT 1 FROM contact_values WHERE workspace_uuid = $1 AND field_uuid = $2 AND contact_uuid = contacts.uuid
    ) ORDER BY ${newestFirst} LIMIT 10`,
  total: `SELECT (${counting()}) - (SELECT count(*) FROM (${entries("TRUE")}) AS found) AS total`
}

const visitsBetween = "other.field_uuid = $2 AND other.number >= $4 AND other.number <= $5"

/** Parts of companies. */
const companies = (part: (text: string) => string | undefined) =>
  some(({ customFields: { company } }) => (typeof company === "string" ? part(foldedOf(company) ?? "")?.trim() : null))

const trigrams = "id IN (SELECT rowid FROM contact_values_trigrams WHERE contact_values_trigrams MATCH $3)"

/** Searches of custom fields. */
export const customSearches = [
  searchForFew({
    name: "custom text equals",
    values: companies((text) => text),
    request: filter("company", "equals"),
    sqlite: bySqlite("text = $3"),
    postgres: byPostgres("beginning = $3")
  }),
  searchForFew({
    name: "custom text ends_with, 8 letters",
    values: companies((text) => /[a-z]{8}$/.exec(text)?.[0]),
    request: filter("company", "ends_with"),
    sqlite: bySqlite(`${trigrams} AND substr(text, -length($4)) = $4`),
    operands: (text) => [phrase(["text"], text), text],
    postgres: byPostgres("text LIKE $3"),
    postgresOperands: (text) => [ending(text)]
  }),
  searchForFew({
    name: "custom number lt, the lowest",
    values: () => Arr.makeBy(20, (index) => index + 5),
    request: filter("visits", "lt", "long"),
    sqlite: bySqlite("number < $3"),
    postgres: amongFew(entries("number < $3"))
  }),
  searchForFew({
    name: "custom multiselect contains two options",
    values: () => Arr.makeBy(4, (n) => [n < 2 ? "falconry" : "beekeeping", n % 2 === 0 ? "archery" : "fencing"]),
    request: filter("interests", "contains"),
    sqlite: amongFound(both("text")),
    postgres: amongFoundOnce(both("beginning"))
  }),
  searchForFew({
    name: "two filters: a custom option, a custom number",
    values: () => Arr.makeBy(20, (index) => [index * 400, index * 400 + 999]),
    request: (value) =>
      filterBy(
        { field: "visits", operator: "range", value, dataType: "long" },
        { field: "interests", operator: "contains", value: "falconry" }
      ),
    sqlite: amongFound(entryAnd("one.field_uuid = $3 AND one.text = 'falconry'", visitsBetween)),
    postgres: amongFoundOnce(entryAnd("one.field_uuid = $3 AND one.beginning = 'falconry'", visitsBetween))
  }),
  searchForFew({
    name: "custom exists, a field that few have",
    values: once,
    request: () => filterBy({ field: "badge", operator: "exists" }),
    sqlite: bySqlite("TRUE"),
    postgres: amongFew(entries("TRUE"))
  }),
  searchForMany({
    name: "custom not_exists, a field that few lack",
    values: once,
    request: () => filterBy({ field: "newsletter", operator: "not_exists", dataType: "boolean" }),
    sqlite: without,
    postgres: without
  })
]
