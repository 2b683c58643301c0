import { Effect } from "effect"
import type { KnownField } from "../reading/ColumnMap.ts"
import { faultOf, refusal, type ServerClient } from "../../target/ServerClient.ts"

/** The most that a listing of a server gives at a time. */
export const pageLimit = 100

/** The active custom fields of a workspace, asked of its server page by page. */
export const readFields = (client: ServerClient, url: string) =>
  Effect.gen(function* () {
    const fields: Array<KnownField> = []
    for (;;) {
      const page = yield* client.customFields.list({ query: { limit: pageLimit, offset: fields.length } })
      fields.push(
        ...page.custom_fields.map(({ field_key, field_type }) => ({ fieldKey: field_key, fieldType: field_type }))
      )
      if (page.custom_fields.length === 0 || fields.length >= page.pagination.total) return fields
    }
  }).pipe(Effect.mapError((error) => refusal(faultOf(url, error))))
