import { call } from "../api/Client.ts"
import { pageOf, type Pages, usePages, type LoadPage } from "../api/Pages.ts"
import type { Contact } from "./ContactEntry.ts"
import type { SearchBody } from "./ContactSearch.ts"

/** The pages of the contacts that a search finds. */
export const pagesFor =
  (body: SearchBody): LoadPage<Contact> =>
  async (after, signal) => {
    const { contacts, pagination } = await call("POST /v1/contacts/search", {
      query: { limit: 100, after },
      body,
      signal
    })
    return pageOf(contacts, pagination)
  }

/** The contacts that a search finds. What is typed is searched for after a pause; without a search, nothing is asked for. */
export const useContactPages = (search: SearchBody | undefined): Pages<Contact> =>
  usePages(pagesFor(search ?? {}), [JSON.stringify(search)], { delay: 140, waits: search === undefined })
