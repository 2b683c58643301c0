import { type Contact, Contacts, type Page, type PageRequest } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../access/Authorization.ts"
import { Api } from "../Api.ts"
import { bodyRefused, contactNotFound, invalidInput, storageFailed } from "../errors/ContactsErrors.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { type BodyDecoder, decoderOfBothCases, orInvalid } from "../requests/BodyDecoder.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { ContactBody, SearchBody, toContactFields, toSearchRequest } from "./ContactRequests.ts"
import { type ContactPage, toContactResource } from "./ContactResource.ts"
import { orderFields } from "./ContactsApi.ts"

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
    const bodies = yield* RequestBodies
    const body = <A>(decode: BodyDecoder<A>) => Effect.flatMap(bodies.object, (object) => orInvalid(decode(object)))

    return handlers
      .handle("list", ({ query: { order, order_field, ...page } }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const sort = { field: orderFields[order_field], direction: order }
          return toPage(yield* contacts.list(workspace, sort, page), page)
        }).pipe(Effect.catchTags({ StorageError: storageFailed }))
      )
      .handleRaw("search", ({ query: page }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const search = toSearchRequest(yield* body(decodeSearch))
          return toPage(yield* contacts.search(workspace, search, page), page)
        }).pipe(Effect.catchTags({ BodyRefused: bodyRefused, InvalidInput: invalidInput, StorageError: storageFailed }))
      )
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const contact = yield* body(decodeContact)
          const fields = toContactFields(contact)
          return toContactResource(yield* contacts.create(workspace, fields, contact.custom_fields ?? {}))
        }).pipe(Effect.catchTags({ BodyRefused: bodyRefused, InvalidInput: invalidInput, StorageError: storageFailed }))
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toContactResource(yield* contacts.get(workspace, params.contact_uuid))
        }).pipe(Effect.catchTags({ ContactNotFound: contactNotFound, StorageError: storageFailed }))
      )
      .handleRaw("update", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const contact = yield* body(decodeContact)
          const fields = toContactFields(contact)
          return toContactResource(
            yield* contacts.update(workspace, params.contact_uuid, fields, contact.custom_fields ?? {})
          )
        }).pipe(
          Effect.catchTags({
            BodyRefused: bodyRefused,
            ContactNotFound: contactNotFound,
            InvalidInput: invalidInput,
            StorageError: storageFailed
          })
        )
      )
  })
)

const toPage = ({ items, total }: Page<Contact>, { limit, offset }: PageRequest): typeof ContactPage.Type => ({
  contacts: items.map(toContactResource),
  pagination: { limit, offset, total }
})
