import {
  Api,
  ContactBody,
  CurrentCaller,
  orderFields,
  SearchBody,
  toContactFields,
  toContactPage,
  toContactResource,
  toSearchRequest
} from "@rollcall/api"
import { ContactLists, Contacts } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { bodyReader, decoderOfBothCases } from "../requests/BodyDecoder.ts"

const decodeContact = decoderOfBothCases(ContactBody)
const decodeSearch = decoderOfBothCases(SearchBody)

/** What decodes the body of each endpoint that takes one. */
export const decoders: BodyDecoders = {
  "contacts.create": decodeContact,
  "contacts.update": decodeContact,
  "contacts.search": decodeSearch
}

/** The handlers of the contacts group. */
export const layer = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const contacts = yield* Contacts
    const lists = yield* ContactLists
    const body = yield* bodyReader

    return handlers
      .handle("list", ({ query: { contact_list_uuid, order, order_field, ...page } }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const sort = { field: orderFields[order_field], direction: order }
          const listed =
            contact_list_uuid === undefined
              ? contacts.list(workspace, sort, page)
              : lists.members(workspace, contact_list_uuid, { includeArchived: true, sort }, page)
          return toContactPage(yield* listed, page)
        }).pipe(answered)
      )
      .handleRaw("search", ({ query: page }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const search = toSearchRequest(yield* body(decodeSearch))
          return toContactPage(yield* contacts.search(workspace, search, page), page)
        }).pipe(answered)
      )
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const contact = yield* body(decodeContact)
          const fields = toContactFields(contact)
          return toContactResource(yield* contacts.create(workspace, fields, contact.custom_fields ?? {}))
        }).pipe(answered)
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toContactResource(yield* contacts.get(workspace, params.contact_uuid))
        }).pipe(answered)
      )
      .handleRaw("update", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const contact = yield* body(decodeContact)
          const fields = toContactFields(contact)
          return toContactResource(
            yield* contacts.update(workspace, params.contact_uuid, fields, contact.custom_fields ?? {})
          )
        }).pipe(answered)
      )
  })
)
