import {
  Api,
  CurrentCaller,
  CustomFieldPage,
  CustomFieldResource,
  toCustomFieldResource,
  toDefinition,
  toWireIssues,
  type WireIssue
} from "@rollcall/api"
import { ContactValues, CustomFields, type InvalidInput } from "@rollcall/core"
import type { CustomFieldValues } from "@rollcall/core/custom-fields"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aField = jsonAnswer(CustomFieldResource)
const newField = jsonAnswer(CustomFieldResource, 201)
const aPage = jsonAnswer(CustomFieldPage)

/** The handlers of the custom fields group. */
export const layer = HttpApiBuilder.group(
  Api,
  "customFields",
  Effect.fnUntraced(function* (handlers) {
    const fields = yield* CustomFields
    const values = yield* ContactValues

    return handlers
      .handleAll({
        list: handler(function* ({ query: { status, ...page } }) {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* fields.list(workspace, { status }, page)
          return aPage({ custom_fields: items.map(toCustomFieldResource), pagination: { ...page, total } })
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aField(toCustomFieldResource(yield* fields.get(workspace, params.custom_field_uuid)))
        }),
        archive: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          yield* fields.archive(workspace, params.custom_field_uuid)
        }),
        values: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return toValues(yield* values.get(workspace, params.contact_uuid))
        }),
        clearValue: handler(function* ({ params }) {
          const caller = yield* CurrentCaller
          const clear = values.set(caller, params.contact_uuid, params.custom_field_uuid, null)
          yield* clear.pipe(Effect.catchTag("InvalidInput", failAt({ in: "path", field: "custom_field_uuid" })))
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          const input = { ...toDefinition(payload), fieldKey: payload.field_key }
          return newField(toCustomFieldResource(yield* fields.create(workspace, input)))
        })
      )
      .handleRaw(
        "update",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          const changed = yield* fields.update(workspace, params.custom_field_uuid, toDefinition(payload))
          return aField(toCustomFieldResource(changed))
        })
      )
      .handleRaw(
        "setValue",
        handler(function* ({ endpoint, params }) {
          const { custom_field_uuid, value } = yield* bodyOf(endpoint)
          const caller = yield* CurrentCaller
          const set = values.set(caller, params.contact_uuid, custom_field_uuid, value)
          return toValues(yield* set.pipe(Effect.catchTag("InvalidInput", failAt({ in: "body", field: "value" }))))
        })
      )
      .handleRaw(
        "updateValues",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const caller = yield* CurrentCaller
          return toValues(yield* values.update(caller, params.contact_uuid, payload.custom_fields))
        })
      )
  })
)

/** Fails with the issues of a value at the place that the request has for it; core places them at its key. */
const failAt =
  (place: Pick<WireIssue, "in" | "field">) =>
  ({ issues }: InvalidInput) =>
    new InvalidRequest({
      issues: toWireIssues(issues).map(({ field, msg, type }) => ({ type, ...place, msg: `${field} ${msg}` }))
    })

const toValues = (values: CustomFieldValues) => ({ custom_fields: values })
