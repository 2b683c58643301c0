import { codecOf } from "../reading/QueryCodec.ts"
import { readOneOf, readText } from "../reading/Reader.ts"

/** The state in a URL: `?status=archived`, or `?open=` with the uuid of the field that is edited, or `new`. */
export const fieldsQuery = codecOf(
  { status: readOneOf(["active", "archived"]), open: readText },
  { status: "active", open: null }
)
