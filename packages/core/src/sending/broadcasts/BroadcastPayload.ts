import { type DateTime, Effect, Predicate, Stream } from "effect"
import { inspectInput } from "../../shared/Input.ts"
import { type NumberForms, recipientOf } from "../../people/contacts/Identifiers.ts"
import { isStorable, toStorable } from "../../shared/Text.ts"
import type { ParametersPayload } from "../templates/TemplateParameters.ts"
import type {
  BroadcastHead,
  BroadcastPart,
  BroadcastRequest,
  GivenRecipient,
  NamedValues,
  ParametersRequest,
  RecipientRequest,
  StreamedBroadcast
} from "./BroadcastRequest.ts"

/** A recipient's parameters for one card. A header `type` that differs from the template's type is refused. */
export interface RecipientCardPayload {
  readonly header: { readonly type: string | null; readonly value: string } | null
  readonly body: NamedValues
  readonly button: NamedValues
}

/** A recipient's parameters for the template. */
export interface RecipientParametersPayload {
  readonly header: { readonly type: string | null; readonly value: string } | null
  readonly body: NamedValues
  /** Null if the recipient has no `button` member. A carousel requires null. */
  readonly button: NamedValues | null
  readonly cards: ReadonlyArray<RecipientCardPayload> | null
}

/** A recipient with every member present. */
export interface RecipientPayload {
  readonly identifier: string
  readonly clientReference: string | null
  readonly parameters: RecipientParametersPayload
}

/** A value with the wrong type, or a string that stores can't keep. */
export class Unreadable {
  readonly given: unknown
  /** A description of the error. */
  readonly problem: string

  constructor(given: unknown, problem: string) {
    this.given = given
    this.problem = given === undefined ? "is missing" : problem
  }

  /**
   * Returns the value for a request's fingerprint. A value that is nested too deeply to serialize is replaced with null.
   */
  toJSON(): unknown {
    return { unreadable: inspectInput(this.given).bounded ? this.given : null }
  }
}

/** A value with possibly unreadable parts. */
type OrUnreadable<A> =
  | Unreadable
  | (A extends string | null ? A : { readonly [Member in keyof A]: OrUnreadable<A[Member]> })

export type GivenNames = OrUnreadable<NamedValues>
export type GivenHeader = OrUnreadable<RecipientCardPayload["header"]>
export type GivenCards = OrUnreadable<RecipientParametersPayload["cards"]>
export type GivenParameters = OrUnreadable<RecipientParametersPayload>

/** A recipient as given in the request. Only the identifier is known to be a string. */
export interface GivenPayload {
  readonly identifier: string
  readonly clientReference: OrUnreadable<string | null>
  readonly parameters: GivenParameters
}

/**
 * A broadcast request without its recipients, with every other member present. Fingerprints are computed from this type, so
 * its members must not change.
 */
export interface BroadcastPayload {
  readonly channelType: string
  readonly name: string
  readonly templateName: string
  readonly locale: string
  readonly validUntil: DateTime.Utc | null
  readonly scheduledFor: DateTime.Utc | null
  readonly from: string
  /** Null for the newest version. */
  readonly version: number | null
  readonly clientUniqueIdentifier: string | null
  readonly parameters: ParametersPayload
}

/** A broadcast request with its recipients as a stream of slices. */
export interface PayloadStream<E> extends BroadcastPayload {
  readonly recipients: Stream.Stream<ReadonlyArray<GivenPayload>, E>
  /** The number of recipients; null if the recipients are found while being stored. */
  readonly count: number | null
}

/** The readable part of a broadcast request. Unreadable members are absent. */
export type PayloadPart = Partial<BroadcastPayload> & Pick<BroadcastPart, "audience" | "expect" | "recipients">

/** The maximum number of recipients processed before other fibers run, a few milliseconds of work. */
const sliceSize = 100

const slicesOf = function* (recipients: ReadonlyArray<RecipientRequest>) {
  for (let from = 0; from < recipients.length; from += sliceSize) yield recipients.slice(from, from + sliceSize)
}

/** Completes a request with defaults and returns its recipients in slices. `channelType` is the default channel. */
export const toPayload = <E>(
  numbers: NumberForms,
  request: BroadcastRequest | StreamedBroadcast<E>,
  channelType: string
): PayloadStream<E> => {
  const slices =
    "count" in request
      ? request
      : {
          count: request.recipients.length,
          recipients: Stream.map(Stream.fromIterable(slicesOf(request.recipients), { chunkSize: 1 }), (slice) =>
            slice.map((recipient) => ({ ...recipient, identifier: recipientOf(numbers, recipient.identifier) }))
          )
        }
  return {
    ...toHead(request, channelType),
    count: slices.count,
    recipients: Stream.map(slices.recipients, (slice) => slice.map(toRecipient))
  }
}

/** Completes a request without its recipients with defaults. */
export const toHead = (request: BroadcastHead, channelType: string): BroadcastPayload => ({
  channelType: request.channelType ?? channelType,
  name: request.name,
  templateName: request.templateName,
  locale: request.locale ?? defaultLocale,
  validUntil: request.validUntil ?? null,
  scheduledFor: request.scheduledFor ?? null,
  from: request.from,
  version: request.version ?? null,
  clientUniqueIdentifier: request.clientUniqueIdentifier ?? null,
  parameters: toParameters(request.parameters ?? {})
})

/**
 * Completes the readable part of a request with defaults. An omitted time, version or idempotency key becomes null.
 */
export const toPayloadPart = ({ channelType, locale, parameters, ...part }: BroadcastPart): PayloadPart => ({
  ...part,
  ...(channelType && { channelType }),
  ...(locale !== undefined && { locale: locale ?? defaultLocale }),
  ...(parameters !== undefined && { parameters: toParameters(parameters ?? {}) }),
  validUntil: part.validUntil ?? null,
  scheduledFor: part.scheduledFor ?? null,
  version: part.version ?? null,
  clientUniqueIdentifier: part.clientUniqueIdentifier ?? null
})

const defaultLocale = "en"

const toParameters = ({ bodyOrder, buttonOrder, cards, header }: ParametersRequest): ParametersPayload => ({
  header: header ? { type: header.type ?? "text", value: header.value ?? null } : null,
  bodyOrder: bodyOrder ?? [],
  buttonOrder: buttonOrder ?? [],
  cards:
    cards?.map(({ bodyOrder, buttonOrder, header }) => ({
      header: header ? { type: header.type, value: header.value ?? null } : null,
      bodyOrder: bodyOrder ?? [],
      buttonOrder: buttonOrder ?? []
    })) ?? null
})

export const toRecipient = ({ clientReference, identifier, parameters }: GivenRecipient): GivenPayload => ({
  identifier: toStorable(identifier),
  clientReference: readGiven(clientReference, readText),
  parameters: readObject(parameters ?? {}, ({ body, button, cards, header }) => ({
    header: readGiven(header, readHeader),
    body: readNames(body ?? {}),
    button: readGiven(button, readNames),
    cards: readGiven(cards, readCards)
  }))
})

const readGiven = <A>(given: unknown, read: (given: unknown) => A): A | null =>
  given === undefined || given === null ? null : read(given)

const readText = (given: unknown): string | Unreadable => {
  if (!Predicate.isString(given)) return new Unreadable(given, "must be a string")
  return isStorable(given) ? given : new Unreadable(given, "must not contain U+0000 or a lone surrogate")
}

const readObject = <A>(given: unknown, read: (given: { readonly [name: string]: unknown }) => A): A | Unreadable =>
  Predicate.isReadonlyObject(given) ? read(given) : new Unreadable(given, "must be an object")

const readNames = (given: unknown): GivenNames =>
  readObject(given, (names) =>
    areTexts(names) ? names : Object.fromEntries(Object.entries(names).map(([name, value]) => [name, readText(value)]))
  )

const areTexts = (names: { readonly [name: string]: unknown }): names is NamedValues =>
  Object.values(names).every((value) => Predicate.isString(value) && isStorable(value))

const readHeader = (given: unknown): GivenHeader =>
  readObject(given, ({ type, value }) => ({ type: readGiven(type, readText), value: readText(value) }))

const readCards = (given: unknown): GivenCards =>
  Array.isArray(given)
    ? given.map((card: unknown) =>
        readObject(card, ({ body, button, header }) => ({
          header: readGiven(header, readHeader),
          body: readNames(body ?? {}),
          button: readNames(button ?? {})
        }))
      )
    : new Unreadable(given, "must be a list")

/**
 * Runs `work` on each slice in order, letting other fibers run in between. Dies if the number of recipients isn't `count`.
 */
export const forEachSlice = Effect.fnUntraced(function* <E, E2, R>(
  { count, recipients }: PayloadStream<E>,
  work: (slice: ReadonlyArray<GivenPayload>) => Effect.Effect<void, E2, R>
) {
  let seen = 0
  yield* Stream.runForEach(recipients, (slice) => {
    seen += slice.length
    return Effect.andThen(work(slice), Effect.yieldNow)
  })
  if (count !== null && seen !== count)
    return yield* Effect.die(new Error(`${count} recipients were announced, but ${seen} arrived`))
})
