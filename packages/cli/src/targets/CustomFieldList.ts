import type { CustomFieldResource } from "@rollcall/api"
import { CustomField, type WorkspaceUuid } from "@rollcall/core"
import { Record, Schema, String } from "effect"
import { itemsOf } from "./Listing.ts"
import { call } from "./Target.ts"

/**
 * Lists the active or archived custom fields of the workspace, oldest first. Doesn't retry if the target is unavailable.
 */
export const customFieldsThatAre = (status: CustomField["status"]) =>
  itemsOf("custom_fields", (client, page) => client.customFields.list({ query: { status, ...page } }), call)

/** The active custom fields of the workspace, oldest first. */
export const customFields = customFieldsThatAre("active")

const decodeCustomField = Schema.decodeUnknownSync(Schema.toType(CustomField))

/** Converts a field of the API to a custom field of a workspace. */
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
