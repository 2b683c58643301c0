import {
  AdditionResource,
  Api,
  ContactListPage,
  ContactListResource,
  ContactPage,
  CurrentCaller,
  SearchAdditionResource,
  toAdditionResource,
  toContactListResource,
  toContactPage,
  toListing,
  toSearchAdditionResource,
  toSearchRequest,
  toWireIssues
} from "@rollcall/api"
import { type ContactList, ContactLists, type InvalidInput, type Page, type PageRequest } from "@rollcall/core"
import { SearchAdditions } from "@rollcall/core/contact-jobs"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonAnswer } from "../system/JsonAnswer.ts"
import { handler } from "../errors/ContactsAnswers.ts"
import { inBody } from "../requests/Issues.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"

const aList = jsonAnswer(ContactListResource)
const newList = jsonAnswer(ContactListResource, 201)
const aPage = jsonAnswer(ContactListPage)
const anAddition = jsonAnswer(AdditionResource, 201)
const acceptedAddition = jsonAnswer(SearchAdditionResource, 202)
const anAdditionBySearch = jsonAnswer(SearchAdditionResource)

/** The handlers of the contact lists group. */
export const layer = HttpApiBuilder.group(
  Api,
  "contactLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ContactLists
    const additions = yield* SearchAdditions

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
        addition: handler(function* ({ params: { addition_uuid, contact_list_uuid } }) {
          const { workspace } = yield* CurrentCaller
          const found = yield* additions.addition(workspace, contact_list_uuid, addition_uuid)
          return anAdditionBySearch(toSearchAdditionResource(found))
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
          const { contact_uuids, search } = yield* bodyOf(endpoint)
          const caller = yield* CurrentCaller
          const list = params.contact_list_uuid
          if (search === undefined) {
            if (contact_uuids === undefined)
              return yield* refuse("missing", "contact_uuids", "is required, or search is")
            return anAddition(toAdditionResource(yield* lists.addMembers(caller, list, contact_uuids)))
          }
          if (contact_uuids !== undefined) {
            return yield* refuse("value_error", "search", "must not be given beside contact_uuids")
          }
          const addition = yield* additions.addSearch(caller, list, toSearchRequest(search))
          return acceptedAddition(toSearchAdditionResource(addition))
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

const refuse = (type: string, field: string, msg: string) => new InvalidRequest({ issues: [inBody(type, field, msg)] })

const inQuery = ({ issues }: InvalidInput) => new InvalidRequest({ issues: toWireIssues(issues, "query") })

const pageOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })

const toPage = ({ items, total }: Page<ContactList>, { limit, offset }: PageRequest) =>
  aPage({ contact_lists: items.map(toContactListResource), pagination: { limit, offset, total } })
