import { call } from "../api/Client.ts"
import { type LoadPage, type Pages, pagesOf, usePages } from "../api/Pages.ts"
import type { Contact } from "./ContactEntry.ts"
import type { SearchBody } from "./ContactSearch.ts"

/** Loads the contacts that a search finds, page by page. */
export const pagesFor = (body: SearchBody): LoadPage<Contact> =>
  pagesOf("contacts", ({ after }, signal) =>
    call("POST /v1/contacts/search", { query: { limit: 100, after }, body, signal })
  )

/** Loads the contacts that a search finds, after a pause for typing. Without a search, loads nothing. */
export const useContactPages = (search: SearchBody | undefined): Pages<Contact> =>
  usePages(pagesFor(search ?? {}), [JSON.stringify(search)], { delay: 140, waits: search === undefined })
