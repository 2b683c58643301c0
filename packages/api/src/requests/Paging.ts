import type { Page, PageRequest } from "@rollcall/core"
import { Count, type CursorPage, described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { maxOffset, queryInteger } from "./Codecs.ts"

/** Makes the `limit` of a listing in the Contacts area: 1 to 100 (specification, Limits). */
export const pageLimit = (byDefault: number) =>
  described(queryInteger({ minimum: 1, maximum: 100, default: byDefault }), "The maximum number of items on the page.")

/** The query of a listing in the Contacts area. */
export const pageQuery = {
  limit: pageLimit(50),
  offset: described(queryInteger({ minimum: 0, maximum: maxOffset, default: 0 }), "How many items to skip.")
}

/** The cursor of the page to continue after, instead of `offset`. */
export const after = described(
  Schema.optionalKey(Schema.String),
  "The `next` of another page of the same listing in the same order: the page begins after it. Cannot be combined with an offset."
)

/** The query of a listing with cursors in the Contacts area. */
export const cursorQuery = { ...pageQuery, after }

/** The cursor of the next page; null on the last page. */
export const next = described(
  Schema.NullOr(Schema.String),
  "Give it as `after` to get the items after this page. Null if there are none. Items that come, go or change meanwhile neither repeat nor hide others."
)

/** The limit and offset of a page, and the total of the listing. */
export const Pagination = Schema.Struct({
  limit: described(Count, "The maximum number of items on the page."),
  offset: described(Count, "How many items to skip."),
  total: described(Count, "How many items there are on all pages.")
}).annotate({ identifier: "Pagination", description: "The position of the page in the list." })

/** The position of a page in a listing with cursors, and the total of the listing. */
export const CursorPagination = Schema.Struct({ ...Pagination.fields, next }).annotate({
  identifier: "CursorPagination",
  description: "The position of the page in the list, and how to get the next page."
})

type PageOf<Name extends string, Item, Pagination> = { readonly [N in Name]: ReadonlyArray<Item> } & {
  readonly pagination: Pagination
}

/** Makes an encoder for a page whose items have the given name. */
export function pageOf<const Name extends string, A, Item>(
  name: Name,
  encode: (item: A) => Item
): (part: PageRequest) => (page: Page<A>) => PageOf<Name, Item, typeof Pagination.Type>
export function pageOf<A>(
  name: string,
  encode: (item: A) => unknown
): (part: PageRequest) => (page: Page<A>) => unknown {
  return ({ limit, offset }) =>
    ({ items, total }) => ({ [name]: items.map(encode), pagination: { limit, offset, total } })
}

/** Like {@link pageOf}, for a listing with cursors. */
export function cursorPageOf<const Name extends string, A, Item>(
  name: Name,
  encode: (item: A) => Item
): (part: PageRequest) => (page: CursorPage<A>) => PageOf<Name, Item, typeof CursorPagination.Type>
export function cursorPageOf<A>(
  name: string,
  encode: (item: A) => unknown
): (part: PageRequest) => (page: CursorPage<A>) => unknown {
  return ({ limit, offset }) =>
    ({ items, next, total }) => ({ [name]: items.map(encode), pagination: { limit, offset, total, next } })
}
