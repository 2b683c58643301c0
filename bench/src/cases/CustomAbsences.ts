import * as Arr from "effect/Array"
import type { PageSql } from "../stores/Arena.ts"
import { amongFew, amongFound, entries, filterBy, newestFirst, uuidOf } from "./Entries.ts"
import { searchForFew, searchForMany } from "./SearchCase.ts"
import { columns } from "./Shapes.ts"

/** Contacts without a certain entry: page by page in their order, counted as all but those that have it. */
const without = (entry: string): PageSql => ({
  page: `
    SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 AND NOT EXISTS (
      SELECT 1 FROM contact_values WHERE workspace_uuid = $1 AND field_uuid = $2 AND contact_uuid = contacts.uuid AND ${entry}
    ) ORDER BY ${newestFirst} LIMIT 10`,
  total: `
    SELECT (SELECT count(*) FROM contacts WHERE workspace_uuid = $1)
      - (SELECT count(*) FROM (${entries(entry)}) AS found) AS total`
})

/** Whether there is a value, and negations: whoever lacks something is found by looking at everybody. */
export const customAbsences = [
  searchForFew("custom exists, a field that few have", {
    asks: (population) => [
      { request: filterBy({ field: "badge", operator: "exists" }), operands: [uuidOf(population, "badge")] }
    ],
    sqlite: amongFound(entries("TRUE")),
    postgres: amongFew(entries("TRUE"))
  }),
  searchForMany("custom not_exists, a field that few lack", {
    asks: (population) => [
      {
        request: filterBy({ field: "newsletter", operator: "not_exists", dataType: "boolean" }),
        operands: [uuidOf(population, "newsletter")]
      }
    ],
    sqlite: without("TRUE"),
    postgres: without("TRUE")
  }),
  searchForMany("custom not_equals, an option", {
    asks: (population) =>
      Arr.map(["gold", "silver"] as const, (tier) => ({
        request: filterBy({ field: "tier", operator: "not_equals", value: tier }),
        operands: [uuidOf(population, "tier"), tier]
      })),
    sqlite: without("text = $3"),
    postgres: without("beginning = $3")
  })
]
