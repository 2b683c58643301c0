import {
  Api,
  ContactListPage,
  ContactListResource,
  ContactPage,
  CurrentCaller,
  toAdditionResource,
  toContactListResource,
  toContactPage,
  toListing,
  toWireIssues
} from "@rollcall/api"
import { type ContactList, ContactLists, type InvalidInput, type Page, type PageRequest } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonAnswer } from "../system/JsonAnswer.ts"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { InvalidRequest } from "../errors/InvalidRequest.ts"

const aList = jsonAnswer(ContactListResource)
const newList = jsonAnswer(ContactListResource, 201)
const aPage = jsonAnswer(ContactListPage)

/** The handlers of the contact lists group. */
export const layer = HttpApiBuilder.group(
  Api,
  "contactLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ContactLists

    return handlers
      .handleAll({
        list: handler(function* ({ query }) {
          const { workspace } = yield* CurrentCaller
          const listed = lists.list(workspace, toListing(query), pageOf(query))
          return toPage(yield* Effect.catchTag(listed, "InvalidInput", inQuery), query)
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aList(toContactListResource(yield* lists.get(workspace, params.contact_list_uuid)))
        }),
        archive: handler(function* ({ params }) {
          yield* lists.archive(yield* CurrentCaller, params.contact_list_uuid)
        }),
        members: handler(function* ({ params, query: { include_archived, ...page } }) {
          const { workspace } = yield* CurrentCaller
          const listing = { includeArchived: include_archived, sort: "added_last_first" } as const
          const listed = lists.members(workspace, params.contact_list_uuid, listing, page)
          return jsonAnswer(ContactPage)(toContactPage(yield* Effect.catchTag(listed, "InvalidInput", inQuery), page))
        }),
        ofContact: handler(function* ({ params, query }) {
          const { workspace } = yield* CurrentCaller
          return toPage(
            yield* lists.listsOf(workspace, params.contact_uuid, { status: query.status }, pageOf(query)),
            query
          )
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const payload = yield* bodyOf(endpoint)
          return newList(toContactListResource(yield* lists.create(yield* CurrentCaller, payload)))
        })
      )
      .handleRaw(
        "update",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const changed = yield* lists.update(yield* CurrentCaller, params.contact_list_uuid, payload)
          return aList(toContactListResource(changed))
        })
      )
      .handleRaw(
        "addMembers",
        handler(function* ({ endpoint, params }) {
          const { contact_uuids } = yield* bodyOf(endpoint)
          const caller = yield* CurrentCaller
          return toAdditionResource(yield* lists.addMembers(caller, params.contact_list_uuid, contact_uuids))
        })
      )
      .handleRaw(
        "removeMembers",
        handler(function* ({ endpoint, params }) {
          const { contact_uuids } = yield* bodyOf(endpoint)
          yield* lists.removeMembers(yield* CurrentCaller, params.contact_list_uuid, contact_uuids)
        })
      )
  })
)

const inQuery = ({ issues }: InvalidInput) => new InvalidRequest({ issues: toWireIssues(issues, "query") })

const pageOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })

const toPage = ({ items, total }: Page<ContactList>, { limit, offset }: PageRequest) =>
  aPage({ contact_lists: items.map(toContactListResource), pagination: { limit, offset, total } })
