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
  /** The header value of a recipient or its card. A `type` that differs from the template's type is refused. */
  header: given(Schema.Struct({ type: given(Schema.String), value: Schema.String })),
  body: given(NamedValues),
  button: given(NamedValues)
}

/** A recipient's parameters for one card. */
const RecipientCardRequest = Schema.Struct(cardMembers)

/** A recipient: a phone number with country code, and the recipient's template parameters. */
export const RecipientRequest = Schema.Struct({
  /** The phone number with country code. */
  identifier: Schema.String,
  /** The host's reference, at most 255 characters. `Deliveries.list` finds recipients by this reference. */
  clientReference: given(Schema.String),
  /** The values for the placeholders in the message. */
  parameters: given(Schema.Struct({ ...cardMembers, cards: given(Schema.Array(RecipientCardRequest)) }))
})
export type RecipientRequest = typeof RecipientRequest.Type

/** A recipient before decoding. `RecipientRequest` describes its members; invalid members cause warnings. */
export interface GivenRecipient {
  readonly identifier: string
  readonly clientReference?: unknown
  readonly parameters?: unknown
}

const orders = { bodyOrder: given(Schema.Array(Schema.String)), buttonOrder: given(Schema.Array(Schema.String)) }

/** The template parameters of a broadcast. The default type of a header is text. */
const ParametersRequest = Schema.Struct({
  header: given(Schema.Struct({ type: given(HeaderType), value: given(Schema.String) })),
  ...orders,
  /** A card as defined for all recipients: the order of its parameter names, and its header if it is shared. */
  cards: given(
    Schema.Array(
      Schema.Struct({ header: given(Schema.Struct({ type: Schema.String, value: given(Schema.String) })), ...orders })
    )
  )
})
export type ParametersRequest = typeof ParametersRequest.Type

const head = {
  /** Default: the first channel of the host. */
  channelType: given(Schema.String),
  /** The display name. */
  name: Schema.String,
  /** The name of an approved template of the workspace or of the channel. */
  templateName: Schema.String,
  /** The language code of the template. Default: `en`. */
  locale: given(Schema.String),
  /** When sending ends. Default: never. */
  validUntil: given(GivenInstant),
  /** When sending starts. Default: at once. */
  scheduledFor: given(GivenInstant),
  /** A sender that the channel has for the workspace, at most 255 characters. */
  from: Schema.String,
  /** The version of the request format. Default: the newest. */
  version: given(Schema.Int),
  /** The idempotency key, 1 to 255 characters. */
  clientUniqueIdentifier: given(Schema.String),
  /** The order of the named values, and the values shared by all messages. */
  parameters: given(ParametersRequest)
}

/** A broadcast to create, without its recipients. */
export type BroadcastHead = Schema.Struct.Type<typeof head>

/** A broadcast to create. */
export const BroadcastRequest = Schema.Struct({
  ...head,
  /** The recipients. Their identifiers are reduced to digits, as for matching contacts. */
  recipients: Schema.Array(RecipientRequest)
})
export type BroadcastRequest = typeof BroadcastRequest.Type

/** A broadcast to create for an audience. */
export const AudienceBroadcast = Schema.Struct({
  ...head,
  /** The contacts to reach, and the content of each message. */
  audience: AudienceRequest,
  /** The expected number of recipients. The broadcast is refused if the number differs. */
  expect: given(ExpectedRecipients)
})
/** Declared as an interface, so that declaration files refer to the type by name. */
export interface AudienceBroadcast extends Schema.Schema.Type<typeof AudienceBroadcast> {}

/**
 * A broadcast with a stream of recipients, so that the host needn't hold all recipients in memory. If the stream fails with
 * `E`, no broadcast is created.
 */
export interface StreamedBroadcast<E> extends BroadcastHead {
  /** Arrays of recipients in request order. Identifiers are used as given. */
  readonly recipients: Stream.Stream<ReadonlyArray<GivenRecipient>, E>
  /** The number of recipients. A stream with a different number is a defect of the host. */
  readonly count: number
}

/** A broadcast to create, with recipients or an audience. */
export type AnyBroadcast<E> = BroadcastRequest | AudienceBroadcast | StreamedBroadcast<E>

const isGiven = (request: object, name: string): boolean =>
  Predicate.hasProperty(request, name) && request[name] !== undefined && request[name] !== null

export const hasAudience = <E>(request: AnyBroadcast<E>): request is AudienceBroadcast => isGiven(request, "audience")

/**
 * Returns an issue if a request has both recipients and an audience, has neither of them, or has `expect` without an
 * audience.
 *
 * @see docs/contributing/decisions.md, R1
 */
export const kindIssues = (request: AnyBroadcast<unknown>): ReadonlyArray<Issue> => {
  const hasRecipients = isGiven(request, "recipients")
  if (hasAudience(request)) {
    return hasRecipients
      ? [issue("value_error", ["audience"], "cannot be combined with recipients. Give only one of the two")]
      : []
  }
  if (!hasRecipients) return [issue("missing", ["recipients"], "is required for a broadcast without an audience")]
  return isGiven(request, "expect") ? [issue("value_error", ["expect"], "needs an audience")] : []
}

/** The readable part of a request. Unreadable members are absent; of the recipients, only the number is used. */
export type BroadcastPart = Partial<BroadcastHead> & {
  /** The recipients, of which only the number is used. */
  readonly recipients?: { readonly length: number }
  /** The contacts to reach. */
  readonly audience?: AudienceRequest
  /** The expected number of recipients. */
  readonly expect?: ExpectedRecipients | null
}

/** The maximum number of recipients per broadcast. */
export const maxRecipients = 50_000

/** The maximum number of recipients per validation. */
export const maxValidatedRecipients = 20_000

/**
 * The newest version of the request format.
 *
 * @see docs/contributing/decisions.md, B16
 */
export const newestVersion = 1
