import type { CustomFieldResource } from "@rollcall/api"
import { CustomField, type WorkspaceUuid } from "@rollcall/core"
import { Record, Schema, String } from "effect"
import { itemsOf } from "./Listing.ts"
import { call } from "./Target.ts"

/** The custom fields of the workspace that are in use, or archived, oldest first. A target that is away is not waited for. */
export const customFieldsThatAre = (status: CustomField["status"]) =>
  itemsOf("custom_fields", (client, page) => client.customFields.list({ query: { status, ...page } }), call)

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
