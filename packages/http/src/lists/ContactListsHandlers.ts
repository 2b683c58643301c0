import {
  Api,
  type ContactListPage,
  CreateListBody,
  CurrentCaller,
  MembersBody,
  toAdditionResource,
  toContactListResource,
  toContactPage,
  toListing,
  UpdateListBody
} from "@rollcall/api"
import { type ContactList, ContactLists, type Page, type PageRequest } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { bodyReader, decoderOfBothCases } from "../requests/BodyDecoder.ts"

const decodeCreate = decoderOfBothCases(CreateListBody)
const decodeUpdate = decoderOfBothCases(UpdateListBody)
const decodeMembers = decoderOfBothCases(MembersBody)

/** What decodes the body of each endpoint that takes one. */
export const decoders: BodyDecoders = {
  "contactLists.create": decodeCreate,
  "contactLists.update": decodeUpdate,
  "contactLists.addMembers": decodeMembers,
  "contactLists.removeMembers": decodeMembers
}

/** The handlers of the contact lists group. */
export const layer = HttpApiBuilder.group(
  Api,
  "contactLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ContactLists
    const body = yield* bodyReader

    return handlers
      .handle("list", ({ query }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toPage(yield* lists.list(workspace, toListing(query), pageOf(query)), query)
        }).pipe(answered)
      )
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          return toContactListResource(yield* lists.create(caller, yield* body(decodeCreate)))
        }).pipe(answered)
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toContactListResource(yield* lists.get(workspace, params.contact_list_uuid))
        }).pipe(answered)
      )
      .handleRaw("update", ({ params }) =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const fields = yield* body(decodeUpdate)
          return toContactListResource(yield* lists.update(caller, params.contact_list_uuid, fields))
        }).pipe(answered)
      )
      .handle("archive", ({ params }) =>
        Effect.gen(function* () {
          yield* lists.archive(yield* CurrentCaller, params.contact_list_uuid)
        }).pipe(answered)
      )
      .handle("members", ({ params, query }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const listing = { includeArchived: query.include_archived, sort: "added_last_first" } as const
          const page = yield* lists.members(workspace, params.contact_list_uuid, listing, pageOf(query))
          return toContactPage(page, query)
        }).pipe(answered)
      )
      .handleRaw("addMembers", ({ params }) =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const { contact_uuids } = yield* body(decodeMembers)
          return toAdditionResource(yield* lists.addMembers(caller, params.contact_list_uuid, contact_uuids))
        }).pipe(answered)
      )
      .handleRaw("removeMembers", ({ params }) =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const { contact_uuids } = yield* body(decodeMembers)
          yield* lists.removeMembers(caller, params.contact_list_uuid, contact_uuids)
        }).pipe(answered)
      )
      .handle("ofContact", ({ params, query }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const status = query.status ?? null
          return toPage(yield* lists.listsOf(workspace, params.contact_uuid, status, pageOf(query)), query)
        }).pipe(answered)
      )
  })
)

const pageOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })

const toPage = ({ items, total }: Page<ContactList>, { limit, offset }: PageRequest): typeof ContactListPage.Type => ({
  contact_lists: items.map(toContactListResource),
  pagination: { limit, offset, total }
})
