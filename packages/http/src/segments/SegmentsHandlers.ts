import {
  Api,
  orderFields,
  toContactPage,
  toListing,
  toSegmentPage,
  toSegmentResource,
  toSegmentSearch
} from "@rollcall/api"
import { Segments } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts, inQuery, partOf } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "segments", (handlers) =>
  Effect.map(Segments, (segments) =>
    handleContacts(handlers, {
      list: (caller, { query }) =>
        segments
          .list(caller, toListing(query), partOf(query))
          .pipe(Effect.map(toSegmentPage(query)), Effect.catchTag("InvalidInput", inQuery)),
      create: (caller, _request, { name, search }) =>
        Effect.map(segments.create(caller, { name, search: toSegmentSearch(search) }), toSegmentResource),
      get: (caller, { params }) => Effect.map(segments.get(caller, params.segment_uuid), toSegmentResource),
      update: (caller, { params }, { search, ...rest }) => {
        const changes = { ...rest, ...(search && { search: toSegmentSearch(search) }) }
        return Effect.map(segments.update(caller, params.segment_uuid, changes), toSegmentResource)
      },
      archive: (caller, { params }) => segments.archive(caller, params.segment_uuid),
      contacts: (caller, { params, query: { order, order_field, ...page } }) => {
        const sortBy = { field: orderFields[order_field].name, sortOrder: order }
        return segments
          .contacts(caller, params.segment_uuid, { sortBy }, page)
          .pipe(Effect.map(toContactPage(page)), Effect.catchTag("InvalidInput", inQuery))
      },
      contains: (caller, { params }, { contact_uuid }) =>
        Effect.map(segments.contains(caller, params.segment_uuid, contact_uuid), (contains) => ({ contains }))
    })
  )
)
