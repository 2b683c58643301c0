import { parseOptions, toAudienceRequest, toBroadcastRequest, type WireIssue } from "@rollcall/api"
import type { AudienceBroadcast, BroadcastPart, GivenRecipient, StreamedBroadcast } from "@rollcall/core/sending"
import { defaultBounds, editDistance, letters } from "@rollcall/core/operations"
import { Data, Effect, Result, Schema, Stream } from "effect"
import { type Headers, HttpServerRequest } from "effect/http"
import { maxIssues } from "../errors/BroadcastsRefusals.ts"
import { decodeStorable, memberOf, soundMembers } from "../requests/body/BodyDecoder.ts"
import type { BodyRefused, JsonObject, RequestBodies } from "../requests/body/RequestBodies.ts"
import {
  ignoredPlaces,
  nameIgnored,
  unknownIssues,
  type UnknownName,
  unknownMembers
} from "../requests/body/BodyNames.ts"
import { inBody, toIssues } from "../requests/Issues.ts"
import { readSliced } from "../requests/body/SlicedBody.ts"
import { type CreatedRecipient, CreateHead, type Head, type HeadPart, toPartialRequest } from "./BroadcastHeads.ts"

/** The largest recipient, in characters. */
const maxRecipientLength = 128 * 1024

/**
 * Makes a reader for bodies that create or validate a broadcast. Up to 50,000 recipients are cut into slices as they
 * arrive. Each slice is parsed and decoded when it is pulled, so other requests wait only a few milliseconds and few
 * recipients are in memory. Fails if a value outside the recipients has the wrong type, or if there are too many
 * recipients. If a recipient is not an object or has no identifier, the stream of recipients fails at its end. Core warns
 * of other problems of a recipient. An unknown member of the body or its audience is refused, because ignoring it could
 * send at another time or to more people.
 */
export const broadcastReader = (
  bodies: RequestBodies["Service"],
  options: {
    readonly head: Schema.ConstraintDecoder<Head>
    /** The schema with every member optional. */
    readonly part: Schema.ConstraintDecoder<HeadPart>
    readonly recipient: Schema.ConstraintDecoder<typeof CreatedRecipient.Type>
    readonly maxRecipients: number
  }
) => {
  const decodeHead = decodeStorable(options.head, defaultBounds)
  const decodePart = decodeStorable(options.part, defaultBounds)
  const decodeRecipient = Schema.decodeUnknownResult(options.recipient, parseOptions)
  const unknown = unknownMembers({ schema: CreateHead, bothCases: false, isRefused })

  /** Returns the request from the members without issues; empty if they can't be decoded. */
  const readableHead = (head: JsonObject, issues: ReadonlyArray<WireIssue>): BroadcastPart => {
    const { sound, unsound } = soundMembers(head, issues)
    const part = decodePart(sound)
    return Result.isSuccess(part) ? toPartialRequest(part.success, unsound) : {}
  }

  return Effect.gen(function* () {
    const { broadcast, turn } = bodies
    const body = yield* readSliced(broadcast, { member: "recipients", maxItemLength: maxRecipientLength, turn })
    const members = unknown(body.head)
    yield* nameIgnored(ignoredPlaces(members))
    const head = decodeHead(body.head)
    const hasAudience = isGiven(body.head.audience)
    const hasRecipients = body.head.recipients !== undefined
    const reading: Reading = { issues: [], total: 0 }
    const { maxRecipients } = options
    const refuse = Effect.suspend(() => {
      const { issues, total } = reading
      const readable = readableHead(body.head, issues)
      const isCounted = hasRecipients && !issues.some(isOfRecipients)
      const part = isCounted ? { ...readable, recipients: { length: body.items } } : readable
      return new InvalidBroadcastBody({ issues, total, part, maxRecipients })
    })
    const recipients = body.slices.pipe(
      Stream.map((items) =>
        items.flatMap(({ index, value }): ReadonlyArray<GivenRecipient> => {
          const recipient = decodeRecipient(value)
          if (Result.isFailure(recipient)) {
            note(reading, toIssues(recipient.failure.issue, "body", ["recipients", index]))
            return []
          }
          const { client_reference, ...rest } = recipient.success
          return [{ ...rest, clientReference: client_reference }]
        })
      ),
      Stream.onEnd(Effect.suspend(() => (reading.total > 0 ? refuse : Effect.void)))
    )
    note(reading, keyNameIssues(body.head, (yield* HttpServerRequest.HttpServerRequest).headers))
    if (Result.isFailure(head)) note(reading, head.failure)
    note(
      reading,
      members.flatMap((member) => unknownIssues(member, "body"))
    )
    if (!hasAudience && isGiven(body.head.expect)) {
      note(reading, [inBody("value_error", "expect", "needs an audience")])
    }
    if (hasAudience && hasRecipients) {
      note(reading, [inBody("value_error", "audience", "cannot be combined with recipients: give one of both")])
    } else if (hasAudience) {
      if (Result.isFailure(head) || reading.total > 0 || !head.success.audience) return yield* refuse
      const request: AudienceBroadcast = {
        ...toBroadcastRequest(head.success),
        audience: toAudienceRequest(head.success.audience),
        expect: head.success.expect
      }
      return request
    } else if (!hasRecipients) {
      note(reading, [inBody("missing", "recipients", "is required")])
    }
    if (body.repeated) note(reading, [inBody("value_error", "recipients", "must be given once")])
    else if (body.items > maxRecipients) {
      note(reading, [inBody("too_long", "recipients", `must have at most ${maxRecipients} recipients`)])
    } else if (Result.isSuccess(head) && reading.total === 0) {
      const request: StreamedBroadcast<InvalidBroadcastBody | BodyRefused> = {
        ...toBroadcastRequest(head.success),
        recipients,
        count: body.items
      }
      return request
    } else yield* Stream.runDrain(recipients) // Its issues are reported too.
    return yield* refuse
  })
}

/**
 * An error for the body of a broadcast with values of the wrong type: the first issues, the number of all issues, and the
 * valid part.
 */
export class InvalidBroadcastBody extends Data.TaggedError("InvalidBroadcastBody")<{
  readonly issues: ReadonlyArray<WireIssue>
  readonly total: number
  /** The part that could be read. Its rules are checked too. */
  readonly part: BroadcastPart
  readonly maxRecipients: number
}> {}

/**
 * Whether an unknown member is refused. A member that is meant as the idempotency key has a separate issue. `metadata` is
 * ignored, because the specification doesn't define its content.
 */
const isRefused = ({ name, path: [member] }: UnknownName): boolean =>
  member === undefined
    ? name === null || (name !== "metadata" && !isMeantAsKey(name))
    : member === "audience" || member === "expect"

const isGiven = (member: unknown): boolean => member !== undefined && member !== null

const isOfRecipients = (issue: WireIssue): boolean => memberOf(issue) === "recipients"

/** The issues found so far. Issues of recipients are kept only if the response will list them. */
interface Reading {
  readonly issues: Array<WireIssue>
  total: number
}

const note = (reading: Reading, issues: ReadonlyArray<WireIssue>): void => {
  reading.total += issues.length
  reading.issues.push(...issues.slice(0, maxIssues - reading.issues.length))
}

const keyName = "client_unique_identifier"

/** The longest name to compare with the name of the idempotency key, in characters. */
const maxNameLength = 64

const maxLookedAt = 200

/** The most letters in which a name may differ from that of the idempotency key. */
const slips = 3

/**
 * Returns issues for top-level names and headers that look like the idempotency key but aren't. Without the key, a repeated
 * request would create two broadcasts.
 */
const keyNameIssues = (body: { readonly [name: string]: unknown }, headers: Headers.Headers) => [
  ...Object.keys(body)
    .slice(0, maxLookedAt)
    .filter((name) => name !== keyName && name.length <= maxNameLength && name.isWellFormed() && isMeantAsKey(name))
    .map((name) => keyIssue("body", name)),
  ...Object.keys(headers)
    .filter((name) => /^(x-)?idempoten(cy|t)-?(key|id|token)?$/.test(name))
    .map((name) => keyIssue("header", name))
]

const isMeantAsKey = (name: string): boolean => {
  const given = letters(name)
  const known = letters(keyName)
  return (
    given.includes("idempoten") ||
    /^(client)?unique(id|identifier|key|ref|reference)$/.test(given) ||
    (Math.abs(given.length - known.length) <= slips && editDistance(given, known) <= slips)
  )
}

const keyIssue = (location: "body" | "header", field: string): WireIssue => ({
  type: "value_error",
  in: location,
  field,
  msg: `is not supported: give the idempotency key as ${keyName} in the body`
})
