import { predefinedFields, type SearchRequest } from "@rollcall/core"
import { Effect, Layer, String } from "effect"
import { patience } from "../../target/Patience.ts"
import { ContactSource, type ExportedContact } from "../export/ContactSource.ts"
import {
  answerTime,
  faultOf,
  makeServerClient,
  refusal,
  type ServerAddress,
  type ServerClient
} from "../../target/ServerClient.ts"
import { pageLimit, readFields } from "./ServerFields.ts"

/** The contacts of a workspace of a server. */
export const layerServerContacts = (address: ServerAddress) =>
  Layer.effect(
    ContactSource,
    Effect.gen(function* () {
      const client = yield* makeServerClient(address)
      const page = Effect.fn("ServerContacts.page")((request: SearchRequest, offset: number) =>
        search(client, request, offset).pipe(
          Effect.timeout(answerTime),
          Effect.mapError((error) => faultOf(address.url, error)),
          Effect.retry({ schedule: patience, while: ({ _tag }) => _tag !== "Refused" }),
          Effect.mapBoth({ onFailure: refusal, onSuccess: ({ contacts }) => contacts.map(toContact) })
        )
      )
      return ContactSource.of({ pageSize: pageLimit, definitions: readFields(client, address.url), page })
    })
  )

const search = (client: ServerClient, request: SearchRequest, offset: number) =>
  client.contacts.search({ query: { limit: pageLimit, offset }, payload: toSearchBody(request) })

/** The name on the wire of a predefined field; a custom field has its key. */
const wireName = (field: string): string => (predefinedFields.has(field) ? String.camelToSnake(field) : field)

const toSearchBody = ({ advancedSearch: filters, searchTerm, sortBy }: SearchRequest) => ({
  search_term: searchTerm ?? null,
  advanced_search: (filters ?? []).map(({ dataType, field, operator, value }) => ({
    field: wireName(field),
    operator,
    ...(value !== undefined && { value }),
    ...(dataType !== undefined && { data_type: dataType })
  })),
  sort_by: sortBy ? { field: wireName(sortBy.field), sort_order: sortBy.sortOrder ?? "asc" } : null
})

type ContactResource = Effect.Success<ReturnType<typeof search>>["contacts"][number]

const toContact = (contact: ContactResource): ExportedContact => ({
  uuid: contact.uuid,
  workspaceUuid: contact.workspace_uuid,
  firstName: contact.first_name,
  lastName: contact.last_name,
  externalContactId: contact.external_contact_id,
  email: contact.email,
  phoneNumber: contact.phone_number,
  chatappId: contact.chatapp_id,
  socialmsgId: contact.socialmsg_id,
  archived: contact.archived,
  createdAt: contact.created_at,
  updatedAt: contact.updated_at,
  lastEngagedAt: contact.last_engaged_at,
  customFields: contact.custom_fields
})
