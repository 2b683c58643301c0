import { Schema } from "effect"
import { maxOffset, queryInteger } from "./Codecs.ts"

/** The `limit` of a listing of the Contacts area: 1 to 100 (specification, Limits). */
export const pageLimit = (byDefault: number) => queryInteger({ minimum: 1, maximum: 100, default: byDefault })

/** The query of a listing of the Contacts area. */
export const pageQuery = {
  limit: pageLimit(50),
  offset: queryInteger({ minimum: 0, maximum: maxOffset, default: 0 })
}

/** The part of a listing that is shown, and how many items the whole has. */
export const Pagination = Schema.Struct({
  limit: Schema.Int,
  offset: Schema.Int,
  total: Schema.Int
}).annotate({ identifier: "Pagination" })
