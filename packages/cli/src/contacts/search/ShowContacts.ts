import type { PageRequest } from "@rollcall/core"
import { Effect, type Option } from "effect"
import { print } from "../../screen/Output.ts"
import { count } from "../../screen/Text.ts"
import { pageLimit } from "../../targets/Listing.ts"
import { type ApiClient, read } from "../../targets/Target.ts"
import { contactObjects, contactTable, readColumns, type ShownContact } from "./ContactTable.ts"

export interface Shown {
  readonly limit: number
  readonly columns: Option.Option<string>
  readonly json: boolean
}

interface Page {
  readonly contacts: ReadonlyArray<ShownContact>
  readonly pagination: { readonly total: number }
}

/** Reads contacts page by page up to the limit, and prints them and the number of further ones. */
export const showContacts = Effect.fnUntraced(function* <E>(
  { columns, json, limit }: Shown,
  pageOf: (client: ApiClient, query: PageRequest) => Effect.Effect<Page, E>
) {
  const printed = yield* readColumns(columns)
  // A contact that is created meanwhile moves others to the next page.
  const contacts = new Map<string, ShownContact>()
  let [offset, total] = [0, 0]
  do {
    const query = { limit: Math.min(pageLimit, limit - offset), offset }
    const page = yield* read((client) => pageOf(client, query))
    for (const contact of page.contacts) contacts.set(contact.uuid, contact)
    offset += page.contacts.length
    total = page.contacts.length === 0 ? offset : page.pagination.total
  } while (offset < Math.min(limit, total))
  const shown = [...contacts.values()]
  yield* print(json, contactObjects(shown, printed), () => {
    if (shown.length === 0) return "No contacts found."
    const more = total - offset
    const rest = more > 0 ? `\n${count(more)} more: --limit shows up to 1000, and export writes all.` : ""
    return `${contactTable(shown, printed)}${rest}`
  })
})
