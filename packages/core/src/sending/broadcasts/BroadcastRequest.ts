import { Predicate, Schema, type Stream } from "effect"
import { given } from "../../shared/Input.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import { GivenInstant } from "../../shared/Instant.ts"
import { HeaderType } from "../templates/Template.ts"
import { AudienceRequest, ExpectedRecipients } from "./audience/AudienceRequest.ts"

/** Parameter values by name. */
const NamedValues = Schema.Record(Schema.String, Schema.String)
export type NamedValues = typeof NamedValues.Type

const cardMembers = {
  /** The value of the header of a recipient or of its card. One with a type is refused: the type is inherited. */
  header: given(Schema.Struct({ type: given(Schema.String), value: Schema.String })),
  body: given(NamedValues),
  button: given(NamedValues)
}

/** The parameters of a recipient for one card. */
const RecipientCardRequest = Schema.Struct(cardMembers)

/** One recipient: a phone number with country code, and its parameters for the template. */
export const RecipientRequest = Schema.Struct({
  /** The phone number with country code. */
  identifier: Schema.String,
  /** A reference of the host, of at most 255 characters, by which `Deliveries.statuses` finds the recipient. */
  clientReference: given(Schema.String),
  /** The values that the message to this recipient has in its places. */
  parameters: given(Schema.Struct({ ...cardMembers, cards: given(Schema.Array(RecipientCardRequest)) }))
})
export type RecipientRequest = typeof RecipientRequest.Type

/**
 * A recipient that was not decoded: what its members should be says `RecipientRequest`. What is wrong with them is warned
 * of.
 */
export interface GivenRecipient {
  readonly identifier: string
  readonly clientReference?: unknown
  readonly parameters?: unknown
}

const orders = { bodyOrder: given(Schema.Array(Schema.String)), buttonOrder: given(Schema.Array(Schema.String)) }

/** The template parameters of a broadcast. A header without a type is text. */
const ParametersRequest = Schema.Struct({
  header: given(Schema.Struct({ type: given(HeaderType), value: given(Schema.String) })),
  ...orders,
  /** A card as the broadcast defines it for all recipients: the order of its names, and its header if all share one. */
  cards: given(
    Schema.Array(
      Schema.Struct({ header: given(Schema.Struct({ type: Schema.String, value: given(Schema.String) })), ...orders })
    )
  )
})
export type ParametersRequest = typeof ParametersRequest.Type

const head = {
  /** The channel that sends it; the first of the host if absent. */
  channelType: given(Schema.String),
  /** What it is called, for people. */
  name: Schema.String,
  /** An approved template of the workspace or of the channel. */
  templateName: Schema.String,
  /** The language code of the template; `en` if absent. */
  locale: given(Schema.String),
  /** When it ends; never if absent. */
  validUntil: given(GivenInstant),
  /** When it starts; at once if absent. */
  scheduledFor: given(GivenInstant),
  /** A sender that the channel has for the workspace, of at most 255 characters. */
  from: Schema.String,
  /** The version of the request format; the newest if absent. */
  version: given(Schema.Int),
  /** The idempotency key, of 1 to 255 characters. */
  clientUniqueIdentifier: given(Schema.String),
  /** The order of the named values, and what all messages have in common. */
  parameters: given(ParametersRequest)
}

/** A broadcast to create, without its recipients. */
export type BroadcastHead = Schema.Struct.Type<typeof head>

/** A broadcast to create. */
export const BroadcastRequest = Schema.Struct({
  ...head,
  /** Their identifiers are reduced to digits, as those of contacts are for matching. */
  recipients: Schema.Array(RecipientRequest)
})
export type BroadcastRequest = typeof BroadcastRequest.Type

/** A broadcast to create for the contacts of an audience. */
export const AudienceBroadcast = Schema.Struct({
  ...head,
  /** The contacts that are reached, and what each message holds. */
  audience: AudienceRequest,
  /** How many recipients there must be, or the broadcast is refused. */
  expect: given(ExpectedRecipients)
})
/** An interface, so that declarations name it instead of writing it out. */
export interface AudienceBroadcast extends Schema.Schema.Type<typeof AudienceBroadcast> {}

/**
 * A broadcast with recipients in parts, so that a host need not hold tens of thousands of them at once. If the stream
 * fails with `E`, there is no broadcast.
 */
export interface StreamedBroadcast<E> extends BroadcastHead {
  /** In request order, some at a time. Identifiers are taken as they are. */
  readonly recipients: Stream.Stream<ReadonlyArray<GivenRecipient>, E>
  /** The number of recipients. If the stream has another number, that is a defect of the host. */
  readonly count: number
}

/** A broadcast to create, to recipients or to an audience. */
export type AnyBroadcast<E> = BroadcastRequest | AudienceBroadcast | StreamedBroadcast<E>

const isGiven = (request: object, name: string): boolean =>
  Predicate.hasProperty(request, name) && request[name] !== undefined && request[name] !== null

/** Whether a broadcast is one to an audience. */
export const hasAudience = <E>(request: AnyBroadcast<E>): request is AudienceBroadcast => isGiven(request, "audience")

/**
 * Returns the issue of a request that has not exactly one of recipients and an audience, whatever its type says.
 *
 * @see docs/contributing/decisions.md, R1
 */
export const kindIssues = (request: AnyBroadcast<unknown>): ReadonlyArray<Issue> => {
  const hasRecipients = isGiven(request, "recipients")
  if (hasAudience(request)) {
    return hasRecipients
      ? [issue("value_error", ["audience"], "cannot be combined with recipients: a broadcast has one of them")]
      : []
  }
  if (!hasRecipients) return [issue("missing", ["recipients"], "is required for a broadcast without an audience")]
  return isGiven(request, "expect") ? [issue("value_error", ["expect"], "needs an audience")] : []
}

/** What could be read of a request, of whose recipients only the number counts. An absent member could not be read. */
export type BroadcastPart = Partial<BroadcastHead> & {
  /** Only their number. */
  readonly recipients?: { readonly length: number }
  /** The contacts that are reached. */
  readonly audience?: AudienceRequest
  /** How many recipients there must be. */
  readonly expect?: ExpectedRecipients | null
}

/** At most this many recipients in one broadcast. */
export const maxRecipients = 50_000

/** At most this many recipients in one validation. */
export const maxValidatedRecipients = 20_000

/**
 * The newest version of the request format.
 *
 * @see docs/contributing/decisions.md, B16
 */
export const newestVersion = 1
