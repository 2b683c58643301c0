import { type DateTime, Effect, Stream } from "effect"
import type { ParametersRequest } from "../templates/TemplateParameters.ts"

/** Values by name, as the recipient gives them. */
export type NamedValues = Readonly<Record<string, string>>

/** What a recipient gives for one card. A header with a `type` is wrong: the type is inherited. */
export interface RecipientCardRequest {
  readonly header: { readonly type: string | null; readonly value: string } | null
  readonly body: NamedValues
  readonly button: NamedValues
}

/** What a recipient gives for the template. */
export interface RecipientParametersRequest {
  readonly header: { readonly type: string | null; readonly value: string } | null
  readonly body: NamedValues
  /** Null when the recipient has no such member, which a carousel asks for (B8). */
  readonly button: NamedValues | null
  readonly cards: ReadonlyArray<RecipientCardRequest> | null
}

/** One recipient as it was asked for. */
export interface RecipientRequest {
  readonly identifier: string
  readonly clientReference: string | null
  readonly parameters: RecipientParametersRequest
}

/** A broadcast as it was asked for: well-typed, its rules not yet checked. */
export interface BroadcastRequest {
  readonly channelType: string
  readonly name: string
  readonly templateName: string
  readonly locale: string
  readonly validUntil: DateTime.Utc | null
  readonly scheduledFor: DateTime.Utc | null
  readonly from: string
  /** The newest version where null (B16). */
  readonly version: number | null
  readonly clientUniqueIdentifier: string | null
  readonly parameters: ParametersRequest
  readonly recipients: ReadonlyArray<RecipientRequest>
}

/**
 * A broadcast whose recipients come part by part, so that a host need not hold tens of thousands of them at once. `E` is
 * what it may find wrong with them on the way: then there is no broadcast.
 */
export interface StreamedBroadcast<E> extends Omit<BroadcastRequest, "recipients"> {
  /** In request order, some at a time: as many as a host wants to work on before others have their turn. */
  readonly recipients: Stream.Stream<ReadonlyArray<RecipientRequest>, E>
  /** How many there are: another number of them is a defect of the host. */
  readonly count: number
}

/** What could be read of a request; of its recipients no more than their number is of interest. */
export type BroadcastPart = Partial<Omit<BroadcastRequest, "recipients">> & {
  readonly recipients?: { readonly length: number }
}

/** At most this many recipients in one broadcast. */
export const maxRecipients = 50_000

/** At most this many recipients in one validation. */
export const maxValidatedRecipients = 20_000

/** The newest version of the request format (B16). */
export const newestVersion = 1

/** How many recipients are processed before other fibers run: a few milliseconds of work. */
const sliceSize = 100

const slicesOf = function* (recipients: ReadonlyArray<RecipientRequest>) {
  for (let from = 0; from < recipients.length; from += sliceSize) yield recipients.slice(from, from + sliceSize)
}

/** A request whose recipients come slice by slice in any case. */
export const inSlices = <E>(request: BroadcastRequest | StreamedBroadcast<E>): StreamedBroadcast<E> =>
  "count" in request
    ? request
    : {
        ...request,
        recipients: Stream.fromIterable(slicesOf(request.recipients), { chunkSize: 1 }),
        count: request.recipients.length
      }

/** Works on one slice after the other, and lets other fibers run in between. Dies where others come than announced. */
export const forEachSlice = Effect.fnUntraced(function* <E, E2, R>(
  { count, recipients }: StreamedBroadcast<E>,
  work: (slice: ReadonlyArray<RecipientRequest>) => Effect.Effect<void, E2, R>
) {
  let seen = 0
  yield* Stream.runForEach(recipients, (slice) => {
    seen += slice.length
    return Effect.andThen(work(slice), Effect.yieldNow)
  })
  if (seen !== count) return yield* Effect.die(new Error(`${count} recipients were announced, and ${seen} came`))
})
