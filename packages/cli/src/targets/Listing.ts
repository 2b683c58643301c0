import type { PageRequest } from "@rollcall/core"
import { Effect } from "effect"
import { type ApiClient, read } from "./Target.ts"

export const pageLimit = 100

type PageOf<Name extends string, Item> = { readonly [N in Name]: ReadonlyArray<Item> } & {
  readonly pagination: { readonly total: number }
}

/** Reads a listing page by page, and returns all items under `name`. */
export const itemsOf = Effect.fnUntraced(function* <Name extends string, Item, E>(
  name: Name,
  pageOf: (client: ApiClient, part: PageRequest) => Effect.Effect<PageOf<Name, Item>, E>,
  ask: typeof read = read
) {
  const items: Array<Item> = []
  for (;;) {
    const part = { limit: pageLimit, offset: items.length }
    const page = yield* ask((client) => pageOf(client, part))
    items.push(...page[name])
    if (page[name].length === 0 || items.length >= page.pagination.total) return items
  }
})
