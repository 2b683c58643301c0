import type { QueryCodec } from "../shell/UrlState.ts"

export interface FieldsState {
  /** The uuid of the field that is edited, or `new`. */
  readonly open: string | null
}

/** The state in a URL: `?open=new`. */
export const fieldsQuery: QueryCodec<FieldsState> = {
  read: (query) => ({ open: query.get("open") }),
  write: ({ open }) => new URLSearchParams(open === null ? {} : { open })
}
