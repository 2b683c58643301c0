import type { CustomFieldResource } from "@rollcall/api"
import { Effect } from "effect"
import { call } from "./Target.ts"

/** A custom field as files name it and give it values. */
export type KnownField = Pick<typeof CustomFieldResource.Type, "field_key" | "field_type">

/** The largest page of a listing. */
export const pageLimit = 100

/** The active custom fields of the workspace, oldest first. */
export const customFields = Effect.gen(function* () {
  const fields: Array<typeof CustomFieldResource.Type> = []
  for (;;) {
    const query = { limit: pageLimit, offset: fields.length }
    const { custom_fields, pagination } = yield* call((client) => client.customFields.list({ query }))
    fields.push(...custom_fields)
    if (custom_fields.length === 0 || fields.length >= pagination.total) return fields
  }
})
