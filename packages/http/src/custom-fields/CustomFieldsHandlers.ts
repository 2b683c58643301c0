import { ContactValues, CustomFields, type CustomFieldValues } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../access/Authorization.ts"
import { Api } from "../Api.ts"
import {
  bodyRefused,
  contactNotFound,
  customFieldNotFound,
  invalidInput,
  storageFailed
} from "../errors/ContactsErrors.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { type BodyDecoder, decoderOfBothCases, orInvalid } from "../requests/BodyDecoder.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { CreateFieldBody, SetValueBody, toDraft, UpdateFieldBody, UpdateValuesBody } from "./CustomFieldRequests.ts"
import { toCustomFieldResource } from "./CustomFieldResource.ts"

const decodeCreate = decoderOfBothCases(CreateFieldBody)
const decodeUpdate = decoderOfBothCases(UpdateFieldBody)
const decodeSetValue = decoderOfBothCases(SetValueBody)
const decodeUpdateValues = decoderOfBothCases(UpdateValuesBody)

/** What decodes the body of each endpoint that takes one. */
export const decoders: BodyDecoders = {
  "customFields.create": decodeCreate,
  "customFields.update": decodeUpdate,
  "customFields.setValue": decodeSetValue,
  "customFields.updateValues": decodeUpdateValues
}

const answers = {
  BodyRefused: bodyRefused,
  ContactNotFound: contactNotFound,
  CustomFieldNotFound: customFieldNotFound,
  InvalidInput: invalidInput,
  StorageError: storageFailed
}

/** The handlers of the custom fields group. */
export const layer = HttpApiBuilder.group(
  Api,
  "customFields",
  Effect.fnUntraced(function* (handlers) {
    const fields = yield* CustomFields
    const values = yield* ContactValues
    const bodies = yield* RequestBodies
    const body = <A>(decode: BodyDecoder<A>) => Effect.flatMap(bodies.object, (object) => orInvalid(decode(object)))

    return handlers
      .handle("list", ({ query: page }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* fields.list(workspace, page)
          return { custom_fields: items.map(toCustomFieldResource), pagination: { ...page, total } }
        }).pipe(Effect.catchTags({ StorageError: storageFailed }))
      )
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const given = yield* body(decodeCreate)
          const draft = { ...toDraft(given), fieldKey: given.field_key ?? null }
          return toCustomFieldResource(yield* fields.create(workspace, draft))
        }).pipe(Effect.catchTags({ BodyRefused: bodyRefused, InvalidInput: invalidInput, StorageError: storageFailed }))
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toCustomFieldResource(yield* fields.get(workspace, params.custom_field_uuid))
        }).pipe(Effect.catchTags({ CustomFieldNotFound: customFieldNotFound, StorageError: storageFailed }))
      )
      .handleRaw("update", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const draft = toDraft(yield* body(decodeUpdate))
          return toCustomFieldResource(yield* fields.update(workspace, params.custom_field_uuid, draft))
        }).pipe(
          Effect.catchTags({
            BodyRefused: bodyRefused,
            CustomFieldNotFound: customFieldNotFound,
            InvalidInput: invalidInput,
            StorageError: storageFailed
          })
        )
      )
      .handle("archive", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          yield* fields.archive(workspace, params.custom_field_uuid)
        }).pipe(Effect.catchTags({ CustomFieldNotFound: customFieldNotFound, StorageError: storageFailed }))
      )
      .handle("values", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toValues(yield* values.get(workspace, params.contact_uuid))
        }).pipe(Effect.catchTags({ ContactNotFound: contactNotFound, StorageError: storageFailed }))
      )
      .handleRaw("setValue", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { custom_field_uuid, value } = yield* body(decodeSetValue)
          return toValues(yield* values.set(workspace, params.contact_uuid, custom_field_uuid, value))
        }).pipe(Effect.catchTags(answers))
      )
      .handleRaw("updateValues", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const given = yield* body(decodeUpdateValues)
          return toValues(yield* values.update(workspace, params.contact_uuid, given.custom_fields))
        }).pipe(
          Effect.catchTags({
            BodyRefused: bodyRefused,
            ContactNotFound: contactNotFound,
            InvalidInput: invalidInput,
            StorageError: storageFailed
          })
        )
      )
      .handle("clearValue", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          yield* values.set(workspace, params.contact_uuid, params.custom_field_uuid, null)
        }).pipe(
          Effect.catchTags({
            ContactNotFound: contactNotFound,
            CustomFieldNotFound: customFieldNotFound,
            InvalidInput: invalidInput,
            StorageError: storageFailed
          })
        )
      )
  })
)

const toValues = (values: CustomFieldValues) => ({ custom_fields: values })
