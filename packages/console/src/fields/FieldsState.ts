import { codecOf } from "../reading/QueryCodec.ts"
import { readOneOf, readText } from "../reading/Reader.ts"

export interface FieldsState {
  /** The uuid of the field that is edited, or `new`. */
  readonly open: string | null
  readonly status: "active" | "archived"
}

/** The state in a URL: `?open=new`, `?status=archived`. */
export const fieldsQuery = codecOf<FieldsState>(
  { status: readOneOf(["active", "archived"]), open: readText },
  { status: "active", open: null }
)
