import { type Faults, reads } from "./Fault.ts"

/** Faults of searches, in statements that the databases have in common. */
export const searchFaults: Faults = {
  "a negation without a guard against null": reads("search", " IS NOT TRUE", " = FALSE"),
  "the uuid upward in both directions": reads("pages", "\\buuid desc", "uuid asc"),
  "missing values first": reads("pages", "NULLS LAST", "NULLS FIRST"),
  "a page that begins one too late": reads("pages", "OFFSET ({})", "OFFSET 1 + $1"),
  "a total that stops counting": reads(
    "pages",
    "SELECT count\\(\\*\\) AS total FROM",
    "SELECT CASE WHEN count(*) > 50 THEN 50 ELSE count(*) END AS total FROM"
  ),
  "instants compared to the second": reads(
    "search",
    '"((?:created|updated|last_engaged)_at)" (>=|<) ',
    '"$1" / 1000 * 1000 $2 '
  ),
  "an interval without the instant that it begins with": reads(
    "search",
    '("(?:created|updated|last_engaged)_at") >= ',
    "$1 > "
  ),
  "contacts of every workspace": reads(
    "search",
    "FROM contacts WHERE (workspace_uuid = {})",
    "FROM contacts WHERE ($1 OR TRUE)"
  ),
  "values of every field": reads(
    "values",
    "FROM contact_values WHERE workspace_uuid = ({}) AND (field_uuid = {})",
    "FROM contact_values WHERE workspace_uuid = $1 AND ($2 OR TRUE)"
  ),
  "a set of options that may have more of them": reads("values", "AND (ordinal = {})", "AND ($1 AND FALSE)"),
  "numbers that may be equal to an end that is left out": reads("values", "\\bnumber > ", "number >= "),
  "a list that is sorted by any of its elements": reads("values", "AND ordinal = 0", "AND ordinal >= 0")
}
