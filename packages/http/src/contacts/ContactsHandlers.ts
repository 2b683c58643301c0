import {
  Api,
  type ContactBody,
  contactParams,
  ContactPage,
  ContactResource,
  CurrentCaller,
  orderFields,
  parseOptions,
  toContactFields,
  toContactPage,
  toContactResource,
  toSearchRequest,
  toWireIssues
} from "@rollcall/api"
import { type Contact, ContactLists, Contacts, type InvalidInput } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/erasure"
import { Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered, handler } from "../errors/ContactsAnswers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import type { ShortEndpoint } from "../steps/ShortPath.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"
import { nameErased } from "./ErasedHeader.ts"

const aContact = jsonAnswer(ContactResource)
const contactAnswer = (contact: Contact) => aContact(toContactResource(contact))
const newContact = jsonAnswer(ContactResource, 201)
const aPage = jsonAnswer(ContactPage)

const givenIn = (body: typeof ContactBody.Type) => ({
  ...toContactFields(body),
  customFields: body.custom_fields ?? {}
})

/** Says that the cursor of a page is in the query. All other issues are in the body. */
const afterInQuery = ({ issues }: InvalidInput) => {
  const located = issues.flatMap((one) => toWireIssues([one], one.path[0] === "after" ? "query" : "body"))
  return new InvalidRequest({ issues: located })
}

/** The endpoint that returns a contact, for those who take its short way. */
export const shortGet = (contacts: Contacts["Service"]): ShortEndpoint => {
  const endpoint = Api.groups.contacts.endpoints.get
  const decode = Schema.decodeUnknownOption(Schema.Struct(contactParams), parseOptions)
  return {
    endpoint,
    answerTo: (params) =>
      Option.match(decode(params), {
        onNone: () => null,
        onSome:
          ({ contact_uuid }) =>
          ({ workspace }) =>
            answered(Effect.map(contacts.get(workspace, contact_uuid), contactAnswer))
      })
  }
}

/** The handlers of the contacts group. */
export const layer = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const erasure = yield* ContactErasure
    const lists = yield* ContactLists

    return handlers
      .handleAll({
        list: handler(function* ({ query: { contact_list_uuid, order, order_field, ...page } }) {
          const { workspace } = yield* CurrentCaller
          const sort = { field: orderFields[order_field], direction: order }
          const listed =
            contact_list_uuid === undefined
              ? contacts.list(workspace, sort, page)
              : lists.members(workspace, contact_list_uuid, { includeArchived: false, sort }, page)
          return aPage(toContactPage(yield* Effect.catchTag(listed, "InvalidInput", afterInQuery), page))
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return contactAnswer(yield* contacts.get(workspace, params.contact_uuid))
        }),
        archive: handler(function* ({ params }) {
          const caller = yield* CurrentCaller
          return contactAnswer(yield* contacts.setArchived(caller, params.contact_uuid, true))
        }),
        unarchive: handler(function* ({ params }) {
          const caller = yield* CurrentCaller
          return contactAnswer(yield* contacts.setArchived(caller, params.contact_uuid, false))
        }),
        erase: handler(function* ({ params, request }) {
          const { workspace } = yield* CurrentCaller
          yield* nameErased(request, yield* erasure.erase(workspace, params.contact_uuid))
        })
      })
      .handleRaw(
        "search",
        handler(function* ({ endpoint, query: page }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          const found = contacts.search(workspace, toSearchRequest(payload), page)
          return aPage(toContactPage(yield* Effect.catchTag(found, "InvalidInput", afterInQuery), page))
        })
      )
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return newContact(toContactResource(yield* contacts.create(workspace, givenIn(payload))))
        })
      )
      .handleRaw(
        "update",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const caller = yield* CurrentCaller
          return contactAnswer(yield* contacts.update(caller, params.contact_uuid, givenIn(payload)))
        })
      )
  })
)
