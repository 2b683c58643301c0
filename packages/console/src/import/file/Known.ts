import { call } from "../../api/Client.ts"
import type { Known } from "./FileRows.ts"
import { allCustomFields } from "../../contacts/ContactFields.ts"
import { allPages, pageOf } from "../../api/Pages.ts"

/** Loads the custom fields and active lists of the workspace. */
export const loadKnown = async (signal: AbortSignal): Promise<Known> => {
  const lists = allPages(async (after) => {
    const query = {
      status: "active",
      sort_field: "name",
      sort_order: "asc",
      limit: 100,
      offset: Number(after)
    } as const
    const { contact_lists, pagination } = await call("GET /v1/contact-lists", { query, signal })
    return pageOf(contact_lists, pagination)
  }, signal)
  const [fields, found] = await Promise.all([allCustomFields(signal), lists])
  return { fields, lists: found }
}
