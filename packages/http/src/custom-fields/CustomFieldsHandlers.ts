import {
  Api,
  toCustomFieldPage,
  toCustomFieldResource,
  toDefinition,
  toWireIssues,
  type WireIssue
} from "@rollcall/api"
import { ContactValues, CustomFields, type InvalidInput } from "@rollcall/core"
import type { CustomFieldValues } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "customFields",
  Effect.fnUntraced(function* (handlers) {
    const fields = yield* CustomFields
    const values = yield* ContactValues

    return handleContacts(handlers, {
      list: (caller, { query: { status, ...page } }) =>
        Effect.map(fields.list(caller, { status }, page), toCustomFieldPage(page)),
      create: (caller, _request, body) => Effect.map(fields.create(caller, toDefinition(body)), toCustomFieldResource),
      get: (caller, { params }) => Effect.map(fields.get(caller, params.custom_field_uuid), toCustomFieldResource),
      update: (caller, { params }, body) =>
        Effect.map(fields.replace(caller, params.custom_field_uuid, toDefinition(body)), toCustomFieldResource),
      archive: (caller, { params }) => fields.archive(caller, params.custom_field_uuid),
      unarchive: (caller, { params }) =>
        Effect.map(fields.restore(caller, params.custom_field_uuid), toCustomFieldResource),
      values: (caller, { params }) => Effect.map(values.get(caller, params.contact_uuid), toValues),
      setValue: (caller, { params }, { custom_field_uuid, value }) =>
        values
          .replace(caller, params.contact_uuid, custom_field_uuid, value)
          .pipe(Effect.map(toValues), Effect.catchTag("InvalidInput", failAt({ in: "body", field: "value" }))),
      updateValues: (caller, { params }, { custom_fields }) =>
        Effect.map(values.update(caller, params.contact_uuid, custom_fields), toValues),
      clearValue: (caller, { params }) =>
        values
          .replace(caller, params.contact_uuid, params.custom_field_uuid, null)
          .pipe(Effect.asVoid, Effect.catchTag("InvalidInput", failAt({ in: "path", field: "custom_field_uuid" })))
    })
  })
)

/** Fails with the issues of a value at its path in the request. Core reports them at the key of the field. */
const failAt =
  (place: Pick<WireIssue, "in" | "field">) =>
  ({ issues }: InvalidInput) =>
    new InvalidRequest({
      issues: toWireIssues(issues).map(({ field, msg, type }) => ({ type, ...place, msg: `${field} ${msg}` }))
    })

const toValues = (values: CustomFieldValues) => ({ custom_fields: values })
