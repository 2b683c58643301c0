import { call } from "../api/Client.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { pageOf, type Pages, usePages } from "../api/Pages.ts"
import type { SearchBody } from "./ContactSearch.ts"

export type Contact = AnswerOf<"POST /v1/contacts/search">["contacts"][number]

/** The contacts that a search finds. What is typed is searched for after a pause; without a search, nothing is asked for. */
export const useContactPages = (search: SearchBody | undefined): Pages<Contact> =>
  usePages(
    async (after, signal) => {
      const query = { limit: 100, ...(after === null ? {} : { after }) }
      const { contacts, pagination } = await call("POST /v1/contacts/search", { query, body: search ?? {}, signal })
      return pageOf(contacts, pagination)
    },
    [JSON.stringify(search)],
    { delay: 140, waits: search === undefined }
  )
