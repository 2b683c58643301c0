import { Schema } from "effect"
import { Count, described } from "./Described.ts"
import { maxOffset, queryInteger } from "./Codecs.ts"

/** The `limit` of a listing of the Contacts area: 1 to 100 (specification, Limits). */
export const pageLimit = (byDefault: number) =>
  described(queryInteger({ minimum: 1, maximum: 100, default: byDefault }), "How many items the page has at most.")

/** The query of a listing of the Contacts area. */
export const pageQuery = {
  limit: pageLimit(50),
  offset: described(queryInteger({ minimum: 0, maximum: maxOffset, default: 0 }), "How many items are skipped.")
}

/** The part of a listing that is shown, and how many items the whole has. */
export const Pagination = Schema.Struct({
  limit: described(Count, "How many items the page has at most."),
  offset: described(Count, "How many items are skipped."),
  total: described(Count, "How many items there are on all pages.")
}).annotate({ identifier: "Pagination", description: "Which part of a listing the page is." })
