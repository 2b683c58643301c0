import type { DateTime, Stream } from "effect"
import type { HeaderType } from "../templates/Template.ts"

/** Parameter values by name. */
export type NamedValues = Readonly<Record<string, string>>

/** A value that may be left out, or be null where an input is read from JSON. */
type Given<A> = A | null | undefined

/** The header of a recipient or of its card: its value alone. One with a type is refused: the type is inherited. */
export interface RecipientHeaderRequest {
  readonly type?: Given<string>
  readonly value: string
}

/** The parameters of a recipient for one card. */
export interface RecipientCardRequest {
  readonly header?: Given<RecipientHeaderRequest>
  readonly body?: Given<NamedValues>
  readonly button?: Given<NamedValues>
}

/** The parameters of a recipient for the template. */
interface RecipientParametersRequest extends RecipientCardRequest {
  readonly cards?: Given<ReadonlyArray<RecipientCardRequest>>
}

/** One recipient: a phone number with country code, and its parameters for the template. */
export interface RecipientRequest {
  readonly identifier: string
  readonly clientReference?: Given<string>
  readonly parameters?: Given<RecipientParametersRequest>
}

/** A card as the broadcast defines it for all recipients: the order of its names, and its header if all share one. */
interface CardRequest {
  readonly header?: Given<{ readonly type: string; readonly value?: Given<string> }>
  readonly bodyOrder?: Given<ReadonlyArray<string>>
  readonly buttonOrder?: Given<ReadonlyArray<string>>
}

/** The template parameters of a broadcast. A header without a type is text. */
export interface ParametersRequest {
  readonly header?: Given<{ readonly type?: Given<HeaderType>; readonly value?: Given<string> }>
  readonly bodyOrder?: Given<ReadonlyArray<string>>
  readonly buttonOrder?: Given<ReadonlyArray<string>>
  readonly cards?: Given<ReadonlyArray<CardRequest>>
}

/** A broadcast to create, without its recipients. */
interface BroadcastHead {
  /** The channel that sends it: `chatapp`. */
  readonly channelType: string
  readonly name: string
  readonly templateName: string
  /** The language code of the template; `en` if absent. */
  readonly locale?: Given<string>
  /** When it ends; never if absent. */
  readonly validUntil?: Given<DateTime.Utc>
  /** When it starts; at once if absent. */
  readonly scheduledFor?: Given<DateTime.Utc>
  readonly from: string
  /** The version of the request format; the newest if absent (B16). */
  readonly version?: Given<number>
  /** The idempotency key (B4). */
  readonly clientUniqueIdentifier?: Given<string>
  readonly parameters?: Given<ParametersRequest>
}

/** A broadcast to create. */
export interface BroadcastRequest extends BroadcastHead {
  /** Their identifiers are reduced to digits, as those of contacts are for matching (C3). */
  readonly recipients: ReadonlyArray<RecipientRequest>
}

/**
 * A broadcast whose recipients arrive in parts, so that a host need not hold tens of thousands of them at once. If the
 * stream fails with `E`, there is no broadcast.
 */
export interface StreamedBroadcast<E> extends BroadcastHead {
  /** In request order, some at a time. Identifiers are taken as they are (B7). */
  readonly recipients: Stream.Stream<ReadonlyArray<RecipientRequest>, E>
  /** The number of recipients. If the stream has another number, that is a defect of the host. */
  readonly count: number
}

/** What could be read of a request, of whose recipients only the number counts. An absent member could not be read. */
export type BroadcastPart = Partial<BroadcastHead> & { readonly recipients?: { readonly length: number } }

/** At most this many recipients in one broadcast. */
export const maxRecipients = 50_000

/** At most this many recipients in one validation. */
export const maxValidatedRecipients = 20_000

/** The newest version of the request format (B16). */
export const newestVersion = 1
