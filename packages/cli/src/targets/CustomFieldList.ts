import type { CustomFieldResource } from "@rollcall/api"
import { CustomField, type WorkspaceUuid } from "@rollcall/core"
import { Effect, Record, Schema, String } from "effect"
import { call } from "./Target.ts"

/** The largest page of a listing. */
export const pageLimit = 100

/** The custom fields of the workspace that are in use, or archived, oldest first. */
export const customFieldsThatAre = Effect.fnUntraced(function* (status: CustomField["status"]) {
  const fields: Array<typeof CustomFieldResource.Type> = []
  for (;;) {
    const query = { status, limit: pageLimit, offset: fields.length }
    const { custom_fields, pagination } = yield* call((client) => client.customFields.list({ query }))
    fields.push(...custom_fields)
    if (custom_fields.length === 0 || fields.length >= pagination.total) return fields
  }
})

/** The active custom fields of the workspace, oldest first. */
export const customFields = customFieldsThatAre("active")

const decodeCustomField = Schema.decodeUnknownSync(Schema.toType(CustomField))

/** A definition of the target as one of another workspace. */
export const toCustomField = (
  { select_options, ...definition }: typeof CustomFieldResource.Type,
  workspaceUuid: WorkspaceUuid
): CustomField =>
  decodeCustomField({
    ...camelKeys(definition),
    workspaceUuid,
    selectOptions: select_options?.map(camelKeys) ?? null
  })

const camelKeys = (value: Readonly<Record<string, unknown>>) => Record.mapKeys(value, String.snakeToCamel)
