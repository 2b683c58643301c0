import {
  Api,
  toContactResource,
  toDuplicateField,
  toDuplicatePage,
  toMergeRequest,
  toUndoneMergeResource
} from "@rollcall/api"
import { ContactMerges } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "merges", (handlers) =>
  Effect.map(ContactMerges, (merges) =>
    handleContacts(handlers, {
      duplicates: (caller, { query: { field, ...page } }) =>
        Effect.map(merges.duplicates(caller, { field: field && toDuplicateField(field) }, page), toDuplicatePage(page)),
      merge: (caller, { params }, body) =>
        Effect.map(merges.merge(caller, params.contact_uuid, toMergeRequest(body)), toContactResource),
      undo: (caller, { params }, { from }) =>
        Effect.map(merges.undoMerge(caller, params.contact_uuid, from ? { from } : {}), toUndoneMergeResource)
    })
  )
)
