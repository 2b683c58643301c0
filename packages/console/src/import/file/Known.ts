import { call } from "../../api/Client.ts"
import type { Known } from "./FileRows.ts"

const pageSize = 100

/** The custom fields and the active lists of the workspace. */
export const loadKnown = async (signal: AbortSignal): Promise<Known> => {
  const [fields, lists] = await Promise.all([
    allPages(async (offset) => {
      const query = { limit: pageSize, offset }
      const { custom_fields, pagination } = await call("GET /v1/custom-fields", { query, signal })
      return { items: custom_fields, total: pagination.total }
    }),
    allPages(async (offset) => {
      const query = { status: "active", sort_field: "name", sort_order: "asc", limit: pageSize, offset } as const
      const { contact_lists, pagination } = await call("GET /v1/contact-lists", { query, signal })
      return { items: contact_lists, total: pagination.total }
    })
  ])
  return { fields, lists }
}

const allPages = async <A>(
  page: (offset: number) => Promise<{ readonly items: ReadonlyArray<A>; readonly total: number }>
): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for (;;) {
    const { items, total } = await page(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
