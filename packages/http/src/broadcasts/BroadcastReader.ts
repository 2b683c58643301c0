import { inBody, type Issue, type RecipientRequest } from "@rollcall/core"
import { Data, Effect, Result, type Schema } from "effect"
import { maxViolations } from "../errors/BroadcastsErrors.ts"
import { decodeStorable } from "../requests/BodyDecoder.ts"
import type { RequestBodies } from "../requests/RequestBodies.ts"
import { readSliced } from "../requests/SlicedBody.ts"
import { type Bounds, defaultBounds } from "../requests/StorableJson.ts"
import { type Head, toBroadcastRequest } from "./BroadcastBodies.ts"
import { type RecipientBody, toRecipientRequest } from "./RecipientBodies.ts"

/** The largest recipient, in characters. */
const maxRecipientLength = 128 * 1024

/** The values of a slice are bounded by its length. */
const sliceBounds: Bounds = { ...defaultBounds, maxValues: Infinity }

/**
 * Makes a reader of the bodies that create or validate a broadcast. Up to 50,000 recipients are cut into slices while
 * they arrive, and parsed and decoded slice by slice, so that no other request waits for more than a few milliseconds.
 * Fails when a type is wrong anywhere, inside the recipients too, or when there are more recipients than are looked at.
 */
export const broadcastReader = (
  bodies: RequestBodies["Service"],
  options: {
    readonly head: Schema.ConstraintDecoder<Head>
    readonly recipient: Schema.ConstraintDecoder<typeof RecipientBody.Type>
    readonly maxRecipients: number
  }
) => {
  const decodeHead = decodeStorable(options.head, defaultBounds)
  const decodeRecipient = decodeStorable(options.recipient, sliceBounds)

  return Effect.gen(function* () {
    const body = yield* readSliced(bodies.broadcast, { member: "recipients", maxItemLength: maxRecipientLength })
    const head = decodeHead(body.head)
    const reading: Reading = { recipients: [], issues: [], total: 0 }
    const { maxRecipients } = options
    if (Result.isFailure(head)) note(reading, head.failure)
    if (body.repeated) note(reading, [inBody("value_error", "recipients", "must be given once")])
    else if (body.items > maxRecipients) {
      note(reading, [inBody("too_long", "recipients", `must have at most ${maxRecipients} recipients`)])
    } else {
      yield* body.forEach((item, index) => {
        const recipient = decodeRecipient(item, ["recipients", index])
        if (Result.isFailure(recipient)) note(reading, recipient.failure)
        else reading.recipients.push(toRecipientRequest(recipient.success))
      })
    }
    if (Result.isFailure(head) || reading.total > 0) return yield* new BroadcastMistyped(reading)
    return toBroadcastRequest(head.success, reading.recipients)
  })
}

/** The body of a broadcast has values of wrong types: the first issues, and how many there are in total. */
class BroadcastMistyped extends Data.TaggedError("BroadcastMistyped")<{
  readonly issues: ReadonlyArray<Issue>
  readonly total: number
}> {}

/** What was read so far. Of tens of thousands of issues only those that will be named are kept. */
interface Reading {
  readonly recipients: Array<RecipientRequest>
  readonly issues: Array<Issue>
  total: number
}

const note = (reading: Reading, issues: ReadonlyArray<Issue>): void => {
  reading.total += issues.length
  reading.issues.push(...issues.slice(0, maxViolations - reading.issues.length))
}
