import { CreateBody, toAudienceRequest, toParametersRequest, ValidateBody } from "@rollcall/api"
import type { BroadcastPart } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"

const recipients = Schema.optionalKey(Schema.Array(Schema.Unknown))

/** A body that creates a broadcast. Its recipients are only checked to be a list, and are decoded separately. */
export const CreateHead = Schema.Struct({ ...CreateBody.fields, recipients })
export const ValidateHead = Schema.Struct({ ...ValidateBody.fields, recipients })

export type Head = Omit<typeof CreateHead.Type, "recipients">

/** Makes every member optional. */
const partOf = Struct.map(Schema.optionalKey)
export const CreatePart = Schema.Struct(CreateHead.fields).mapFields(partOf)
export const ValidatePart = Schema.Struct(ValidateHead.fields).mapFields(partOf)

export type HeadPart = Omit<typeof CreatePart.Type, "recipients">

/** The members of a recipient that warnings need. The rules of core check the rest. */
export const ValidatedRecipient = Schema.Struct({
  identifier: Schema.String,
  parameters: Schema.optionalKey(Schema.Unknown)
})

/** A recipient of a new broadcast. It may have a client reference, which `validate` ignores. */
export const CreatedRecipient = Schema.Struct({
  ...ValidatedRecipient.fields,
  client_reference: Schema.optionalKey(Schema.Unknown)
})

/** Returns the part of a request that a body contains. Members in `unsound` were given but could not be read. */
export const toPartialRequest = (part: HeadPart, unsound: ReadonlySet<string>): BroadcastPart => ({
  ...(part.channel_type !== undefined && { channelType: part.channel_type }),
  ...(part.name !== undefined && { name: part.name }),
  ...(part.template_name !== undefined && { templateName: part.template_name }),
  ...(!unsound.has("locale") && { locale: part.locale ?? null }),
  ...(part.from !== undefined && { from: part.from }),
  ...(!unsound.has("parameters") && { parameters: part.parameters ? toParametersRequest(part.parameters) : null }),
  ...(part.audience && { audience: toAudienceRequest(part.audience) }),
  ...(part.expect !== undefined && { expect: part.expect }),
  validUntil: part.valid_until,
  scheduledFor: part.scheduled_for,
  version: part.version,
  clientUniqueIdentifier: part.client_unique_identifier
})
