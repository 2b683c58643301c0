import { CreateBody, toAudienceRequest, toParametersRequest, ValidateBody } from "@rollcall/api"
import type { BroadcastPart } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"

const recipients = Schema.optionalKey(Schema.Array(Schema.Unknown))

/** A body whose recipients are only checked to be a list, and decoded separately. */
export const CreateHead = Schema.Struct({ ...CreateBody.fields, recipients })
export const ValidateHead = Schema.Struct({ ...ValidateBody.fields, recipients })

export type Head = Omit<typeof CreateHead.Type, "recipients">

/** The same body with every member optional. */
const partOf = Struct.map(Schema.optionalKey)
export const CreatePart = Schema.Struct(CreateHead.fields).mapFields(partOf)
export const ValidatePart = Schema.Struct(ValidateHead.fields).mapFields(partOf)

export type HeadPart = Omit<typeof CreatePart.Type, "recipients">

/** The required members of a recipient, so that a warning can name it. The rules of core check the rest. */
export const ValidatedRecipient = Schema.Struct({
  identifier: Schema.String,
  parameters: Schema.optionalKey(Schema.Unknown)
})

/** A recipient of a new broadcast, with the client reference, which `validate` ignores. */
export const CreatedRecipient = Schema.Struct({
  ...ValidatedRecipient.fields,
  client_reference: Schema.optionalKey(Schema.Unknown)
})

/** The part of a request for a part of a body. Members in `unsound` were given but could not be read. */
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
