import { DateTime } from "effect"
import { issue, type Issue } from "../../shared/Issue.ts"
import { isLonger } from "../../shared/Text.ts"
import type { PayloadPart } from "./BroadcastPayload.ts"
import { newestVersion } from "./BroadcastRequest.ts"

/** How far in the past a requested start time may be, in milliseconds. */
const scheduleTolerance = 60_000

/** The context of a validation: the time and the limits of the operation. */
export interface PayloadContext {
  /** The current time by the store's clock. */
  readonly now: DateTime.Utc
  /** The channel types of the host. */
  readonly channelTypes: ReadonlyArray<string>
  readonly maxRecipients: number
}

/** The longest sender, in characters. Stores use the sender as the key of the sender's token bucket. */
export const maxSenderLength = 255

/**
 * The longest idempotency key, in characters.
 *
 * @see docs/contributing/decisions.md, B4
 */
export const maxKeyLength = 255

/** Returns the issues of a payload that don't depend on its template. Unreadable parts are absent. */
export const payloadIssues = (request: PayloadPart, context: PayloadContext): ReadonlyArray<Issue> => [
  ...channelIssues(request.channelType, context.channelTypes),
  ...notBlank("name", request.name),
  ...notBlank("templateName", request.templateName),
  ...notBlank("locale", request.locale),
  ...notBlank("from", request.from),
  ...(isLonger(request.from ?? "", maxSenderLength)
    ? [issue("value_error", ["from"], `must have at most ${maxSenderLength} characters`)]
    : []),
  ...versionIssues(request.version ?? null),
  ...keyIssues(request.clientUniqueIdentifier ?? null),
  ...timeIssues(request, context.now),
  ...(request.recipients === undefined ? [] : countIssues(request.recipients.length, context.maxRecipients))
]

const channelIssues = (channelType: string | undefined, known: ReadonlyArray<string>): ReadonlyArray<Issue> =>
  channelType === undefined || known.includes(channelType)
    ? []
    : [issue("value_error", ["channelType"], `must be ${known.length === 1 ? "" : "one of "}${known.join(", ")}`)]

const notBlank = (field: string, value: string | undefined): ReadonlyArray<Issue> =>
  value?.trim() === "" ? [issue("too_short", [field], "must not be empty")] : []

const versionIssues = (version: number | null): ReadonlyArray<Issue> =>
  version === null || (Number.isInteger(version) && version >= 1 && version <= newestVersion)
    ? []
    : [issue("value_error", ["version"], `must be a positive integer not above ${newestVersion}`)]

const keyIssues = (key: string | null): ReadonlyArray<Issue> =>
  key === null || (key !== "" && !isLonger(key, maxKeyLength))
    ? []
    : [issue("value_error", ["clientUniqueIdentifier"], `must have 1 to ${maxKeyLength} characters`)]

const timeIssues = ({ scheduledFor, validUntil: end }: PayloadPart, now: DateTime.Utc): ReadonlyArray<Issue> => {
  const at = DateTime.toEpochMillis(now)
  const scheduled = scheduledFor ? DateTime.toEpochMillis(scheduledFor) : at
  const validUntil = end ? DateTime.toEpochMillis(end) : Infinity
  return [
    ...(scheduled < at - scheduleTolerance
      ? [issue("value_error", ["scheduledFor"], "must not be more than 60 seconds in the past")]
      : []),
    ...(validUntil <= Math.max(at, scheduled)
      ? [issue("value_error", ["validUntil"], "must be after the broadcast starts")]
      : [])
  ]
}

const countIssues = (count: number, max: number): ReadonlyArray<Issue> => {
  if (count === 0) return [issue("value_error", ["recipients"], "must have at least one recipient")]
  return count > max ? [issue("value_error", ["recipients"], `must have at most ${max} recipients`)] : []
}
