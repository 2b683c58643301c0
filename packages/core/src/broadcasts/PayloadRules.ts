import { DateTime } from "effect"
import { type BroadcastPart, newestVersion } from "./BroadcastRequest.ts"

/** A schedule up to this far in the past means now (B3), in milliseconds. */
const scheduleTolerance = 60_000

/** How a payload is looked at: when, and for which operation. */
export interface PayloadContext {
  /** By the store's clock. */
  readonly now: DateTime.Utc
  readonly channelType: string
  readonly maxRecipients: number
}

/** The longest sender, in UTF-16 units: stores find its token bucket by it. */
const maxSenderLength = 255

/**
 * Which rules the payload itself breaks, whatever the template says; each violation names its place (B6). Nothing is
 * said of a part that is not there, because it could not be read.
 */
export const payloadViolations = (request: BroadcastPart, context: PayloadContext): ReadonlyArray<string> => [
  ...((request.channelType ?? context.channelType) === context.channelType
    ? []
    : [`channel_type: must be ${context.channelType}`]),
  ...notBlank("name", request.name),
  ...notBlank("template_name", request.templateName),
  ...notBlank("locale", request.locale),
  ...notBlank("from", request.from),
  ...((request.from?.length ?? 0) > maxSenderLength ? [`from: must have at most ${maxSenderLength} characters`] : []),
  ...versionViolations(request.version ?? null),
  ...keyViolations(request.clientUniqueIdentifier ?? null),
  ...timeViolations(request, context.now),
  ...(request.recipients === undefined ? [] : countViolations(request.recipients.length, context.maxRecipients))
]

const notBlank = (field: string, value: string | undefined): ReadonlyArray<string> =>
  value?.trim() === "" ? [`${field}: must not be empty`] : []

const versionViolations = (version: number | null): ReadonlyArray<string> =>
  version === null || (Number.isInteger(version) && version >= 1 && version <= newestVersion)
    ? []
    : [`version: must be a positive integer not above ${newestVersion}`]

const keyViolations = (key: string | null): ReadonlyArray<string> =>
  key === null || (key.length >= 1 && key.length <= 255)
    ? []
    : ["client_unique_identifier: must have 1 to 255 characters"]

const timeViolations = ({ scheduledFor, validUntil: end }: BroadcastPart, now: DateTime.Utc): ReadonlyArray<string> => {
  const at = DateTime.toEpochMillis(now)
  const scheduled = scheduledFor ? DateTime.toEpochMillis(scheduledFor) : at
  const validUntil = end ? DateTime.toEpochMillis(end) : Infinity
  return [
    ...(scheduled < at - scheduleTolerance ? ["scheduled_for: must not be more than 60 seconds in the past"] : []),
    ...(validUntil <= Math.max(at, scheduled) ? ["valid_until: must be after the broadcast starts"] : [])
  ]
}

const countViolations = (count: number, max: number): ReadonlyArray<string> => {
  if (count === 0) return ["recipients: must have at least one recipient"]
  return count > max ? [`recipients: must have at most ${max} recipients`] : []
}
