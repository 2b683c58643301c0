import {
  Api,
  type ContactBody,
  contactParams,
  ContactResource,
  erasedHeader,
  orderFields,
  parseOptions,
  toContactFields,
  toContactPage,
  toContactResource,
  toErasedHeader,
  toSearchRequest,
  toWireIssues
} from "@rollcall/api"
import { ContactLists, Contacts, type InvalidInput } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/people"
import { Effect, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import { handleContacts } from "../handlers/Handlers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { addHeader } from "../requests/body/BodyNames.ts"
import type { ShortEndpoint } from "../steps/ShortPath.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aContact = jsonAnswer(ContactResource)

const givenIn = (body: typeof ContactBody.Type) => ({
  ...toContactFields(body),
  customFields: body.custom_fields ?? {}
})

/** Returns an error with the issues of `after` in the query, and all other issues in the body. */
const afterInQuery = ({ issues }: InvalidInput) => {
  const located = issues.flatMap((one) => toWireIssues([one], one.path[0] === "after" ? "query" : "body"))
  return new InvalidRequest({ issues: located })
}

/** The short path of the endpoint that returns a contact. */
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
          (caller) =>
            answered(Effect.map(contacts.get(caller, contact_uuid), (found) => aContact(toContactResource(found))))
      })
  }
}

export const layer = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const erasure = yield* ContactErasure
    const lists = yield* ContactLists

    return handleContacts(handlers, {
      list: (caller, { query: { contact_list_uuid, order, order_field, ...page } }) => {
        const sort = { field: orderFields[order_field], direction: order }
        const listed =
          contact_list_uuid === undefined
            ? contacts.list(caller, sort, page)
            : lists.members(caller, contact_list_uuid, { includeArchived: false, sort }, page)
        return listed.pipe(Effect.map(toContactPage(page)), Effect.catchTag("InvalidInput", afterInQuery))
      },
      search: (caller, { query }, body) =>
        contacts
          .search(caller, toSearchRequest(body), query)
          .pipe(Effect.map(toContactPage(query)), Effect.catchTag("InvalidInput", afterInQuery)),
      create: (caller, _request, body) => Effect.map(contacts.create(caller, givenIn(body)), toContactResource),
      get: (caller, { params }) => Effect.map(contacts.get(caller, params.contact_uuid), toContactResource),
      update: (caller, { params }, body) =>
        Effect.map(contacts.update(caller, params.contact_uuid, givenIn(body)), toContactResource),
      archive: (caller, { params }) => Effect.map(contacts.archive(caller, params.contact_uuid), toContactResource),
      unarchive: (caller, { params }) => Effect.map(contacts.restore(caller, params.contact_uuid), toContactResource),
      erase: (caller, { params, request }) =>
        // The counts are in a header, because a 204 has no body.
        Effect.flatMap(erasure.erase(caller, params.contact_uuid), (receipt) =>
          Effect.provideService(
            addHeader(erasedHeader, toErasedHeader(receipt)),
            HttpServerRequest.HttpServerRequest,
            request
          )
        )
    })
  })
)
