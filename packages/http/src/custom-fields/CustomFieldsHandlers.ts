import {
  Api,
  CreateFieldBody,
  CurrentCaller,
  SetValueBody,
  toCustomFieldResource,
  toWireIssues,
  toDraft,
  UpdateFieldBody,
  UpdateValuesBody,
  type WireIssue
} from "@rollcall/api"
import { ContactValues, CustomFields, type CustomFieldValues, type InvalidInput } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { createRules, updateRules } from "./DefinitionRules.ts"
import { InvalidRequest } from "../errors/InvalidRequest.ts"
import { bodyReader, decoderOfBothCases } from "../requests/BodyDecoder.ts"

const decodeCreate = decoderOfBothCases(CreateFieldBody, createRules)
const decodeUpdate = decoderOfBothCases(UpdateFieldBody, updateRules)
const decodeSetValue = decoderOfBothCases(SetValueBody)
const decodeUpdateValues = decoderOfBothCases(UpdateValuesBody)

/** What decodes the body of each endpoint that takes one. */
export const decoders: BodyDecoders = {
  "customFields.create": decodeCreate,
  "customFields.update": decodeUpdate,
  "customFields.setValue": decodeSetValue,
  "customFields.updateValues": decodeUpdateValues
}

/** The handlers of the custom fields group. */
export const layer = HttpApiBuilder.group(
  Api,
  "customFields",
  Effect.fnUntraced(function* (handlers) {
    const fields = yield* CustomFields
    const values = yield* ContactValues
    const body = yield* bodyReader

    return handlers
      .handle("list", ({ query: page }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* fields.list(workspace, page)
          return { custom_fields: items.map(toCustomFieldResource), pagination: { ...page, total } }
        }).pipe(answered)
      )
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const given = yield* body(decodeCreate)
          const draft = { ...toDraft(given), fieldKey: given.field_key ?? null }
          return toCustomFieldResource(yield* fields.create(workspace, draft))
        }).pipe(answered)
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toCustomFieldResource(yield* fields.get(workspace, params.custom_field_uuid))
        }).pipe(answered)
      )
      .handleRaw("update", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const draft = toDraft(yield* body(decodeUpdate))
          return toCustomFieldResource(yield* fields.update(workspace, params.custom_field_uuid, draft))
        }).pipe(answered)
      )
      .handle("archive", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          yield* fields.archive(workspace, params.custom_field_uuid)
        }).pipe(answered)
      )
      .handle("values", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toValues(yield* values.get(workspace, params.contact_uuid))
        }).pipe(answered)
      )
      .handleRaw("setValue", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { custom_field_uuid, value } = yield* body(decodeSetValue)
          const set = values.set(workspace, params.contact_uuid, custom_field_uuid, value)
          return toValues(yield* set.pipe(Effect.catchTag("InvalidInput", failAt({ in: "body", field: "value" }))))
        }).pipe(answered)
      )
      .handleRaw("updateValues", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const given = yield* body(decodeUpdateValues)
          return toValues(yield* values.update(workspace, params.contact_uuid, given.custom_fields))
        }).pipe(answered)
      )
      .handle("clearValue", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const clear = values.set(workspace, params.contact_uuid, params.custom_field_uuid, null)
          yield* clear.pipe(Effect.catchTag("InvalidInput", failAt({ in: "path", field: "custom_field_uuid" })))
        }).pipe(answered)
      )
  })
)

/** Core places the issues of a value at its key. A request that is about one value has another place for it. */
const failAt =
  (place: Pick<WireIssue, "in" | "field">) =>
  ({ issues }: InvalidInput) =>
    new InvalidRequest({
      issues: toWireIssues(issues).map(({ field, msg, type }) => ({ type, ...place, msg: `${field} ${msg}` }))
    })

const toValues = (values: CustomFieldValues) => ({ custom_fields: values })
