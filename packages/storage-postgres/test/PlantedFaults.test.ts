import { type Faults, reads, takes } from "../../storage-sql/test/faults/Fault.ts"
import { plantedFaults } from "../../storage-sql/test/faults/Planting.ts"
import { searchFaults } from "../../storage-sql/test/faults/SearchFaults.ts"
import { storeFaults } from "../../storage-sql/test/faults/StoreFaults.ts"
import { stores } from "./Fixture.ts"

const pattern = (change: (pattern: string) => string) => (parameter: unknown) =>
  typeof parameter === "string" && parameter.startsWith("%") ? change(parameter) : parameter

/** Faults in what is PostgreSQL's alone. */
const postgresFaults: Faults = {
  "an unescaped LIKE": takes(
    "search",
    / LIKE /,
    pattern((text) => text.replaceAll(/\\([\\%_])/g, "$1"))
  ),
  "an end that is looked for anywhere": takes(
    "search",
    / LIKE /,
    pattern((text) => (text.endsWith("%") ? text : `${text}%`))
  ),
  "no uuid to decide among equals": reads("pages", ", uuid (asc|desc)(?= LIMIT)", ""),
  "text in the order of a language": reads("pages", 'COLLATE "C"', ""),
  "intervals of text in the order of a language": reads(
    "search",
    '(left\\("\\w+_folded", 500\\)|"beginning") (<=|>=|<|>) ',
    '$1 COLLATE "unicode" $2 '
  ),
  "long texts compared by what an index holds of them": reads(
    "identifiers",
    '= left\\((given\\.\\w+), 500\\) AND "\\w+" = given\\.\\w+',
    "= left($1, 500)"
  ),
  "rows that are not locked before they are changed": reads("transactions", "FOR NO KEY UPDATE", ""),
  "a list that is not locked before its members change": reads(
    "lists",
    "(FROM contact_lists [^]*) FOR NO KEY UPDATE",
    "$1"
  ),
  "recipients that are not locked before they are claimed": reads(
    "ledger",
    'FOR NO KEY UPDATE( SKIP LOCKED| OF "\\w+")?',
    ""
  ),
  "identifiers that are not held": reads("identifiers", "pg_advisory_xact_lock\\(number\\)", "number")
}

plantedFaults("postgres", stores, { ...searchFaults, ...storeFaults, ...postgresFaults })
