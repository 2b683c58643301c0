import type { QueryCodec } from "../shell/UrlState.ts"

export interface FieldsState {
  /** The uuid of the field that is edited, or `new`. */
  readonly open: string | null
  readonly status: "active" | "archived"
}

/** The state in a URL: `?open=new`, `?status=archived`. */
export const fieldsQuery: QueryCodec<FieldsState> = {
  read: (query) => ({
    open: query.get("open"),
    status: query.get("status") === "archived" ? "archived" : "active"
  }),
  write: ({ open, status }) =>
    new URLSearchParams({ ...(status === "archived" && { status }), ...(open === null ? {} : { open }) })
}
