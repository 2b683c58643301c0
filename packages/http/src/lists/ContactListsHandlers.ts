import {
  Api,
  toAdditionResource,
  toContactListPage,
  toContactListResource,
  toContactPage,
  toListing,
  toSearchAdditionResource,
  toSearchRequest
} from "@rollcall/api"
import { ContactLists } from "@rollcall/core"
import { ListJobs } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts, inQuery, partOf } from "../handlers/Handlers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { inBody } from "../requests/Issues.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "contactLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ContactLists
    const additions = yield* ListJobs

    return handleContacts(handlers, {
      list: (caller, { query }) =>
        lists
          .list(caller, toListing(query), partOf(query))
          .pipe(Effect.map(toContactListPage(query)), Effect.catchTag("InvalidInput", inQuery)),
      create: (caller, _request, body) => Effect.map(lists.create(caller, body), toContactListResource),
      get: (caller, { params }) => Effect.map(lists.get(caller, params.contact_list_uuid), toContactListResource),
      update: (caller, { params }, body) =>
        Effect.map(lists.update(caller, params.contact_list_uuid, body), toContactListResource),
      archive: (caller, { params }) => lists.archive(caller, params.contact_list_uuid),
      unarchive: (caller, { params }) =>
        Effect.map(lists.restore(caller, params.contact_list_uuid), toContactListResource),
      members: (caller, { params, query: { include_archived, ...page } }) =>
        lists
          .members(
            caller,
            params.contact_list_uuid,
            { includeArchived: include_archived, sort: "added_last_first" },
            page
          )
          .pipe(Effect.map(toContactPage(page)), Effect.catchTag("InvalidInput", inQuery)),
      addMembers: Effect.fnUntraced(function* (caller, { params }, { contact_uuids, search }) {
        const list = params.contact_list_uuid
        if (search === undefined) {
          if (contact_uuids === undefined)
            return yield* refuse("missing", "contact_uuids", "is required, unless search is given")
          return toAdditionResource(yield* lists.addMembers(caller, list, contact_uuids))
        }
        if (contact_uuids !== undefined) {
          return yield* refuse("value_error", "search", "cannot be combined with contact_uuids")
        }
        const addition = yield* additions.addFromSearch(caller, list, toSearchRequest(search))
        return HttpServerResponse.jsonUnsafe(toSearchAdditionResource(addition), { status: 202 })
      }),
      addition: (caller, { params: { addition_uuid, contact_list_uuid } }) =>
        Effect.map(additions.job(caller, contact_list_uuid, addition_uuid), toSearchAdditionResource),
      removeMembers: (caller, { params }, { contact_uuids }) =>
        lists.removeMembers(caller, params.contact_list_uuid, contact_uuids),
      ofContact: (caller, { params, query }) =>
        Effect.map(
          lists.ofContact(caller, params.contact_uuid, { status: query.status }, partOf(query)),
          toContactListPage(query)
        )
    })
  })
)

const refuse = (type: string, field: string, msg: string) => new InvalidRequest({ issues: [inBody(type, field, msg)] })
