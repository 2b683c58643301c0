import { assert } from "@effect/vitest"
import type { SentMessage } from "@rollcall/channel-simulator"
import { Effect, Schema } from "effect"
import { Accepted, type Answer, decode, Details } from "../../Calls.ts"
import { ChannelRecord } from "../Campaign.ts"
import type { Fleet } from "../Fleet.ts"
import { follow, untilRight } from "../Follow.ts"
import { type Broadcasts, type PlannedBroadcast, statusByEnding } from "./Plan.ts"

const Recipient = Schema.Struct({
  identifier: Schema.String,
  status: Schema.String,
  delivered_at: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String)
})
type Recipient = typeof Recipient.Type

const Recipients = Schema.Struct({
  recipients: Schema.Array(Recipient),
  pagination: Schema.Struct({ total: Schema.Int })
})

/** How many of the latest broadcasts are looked at all the time. */
const latest = 5

/** Follows broadcasts from their acceptance to their end. */
export const followBroadcasts = Effect.fnUntraced(function* (fleet: Fleet, { looksUp, size }: Broadcasts) {
  const { sent: sends } = yield* ChannelRecord
  /** Those that were accepted, by uuid. */
  const planned = new Map<string, PlannedBroadcast>()
  const { counts, isOver, poll, progress, someWork } = follow(fleet, {
    path: "/broadcasts",
    schema: Details,
    order: { scheduled: 0, sending: 1, completed: 2, cancelled: 2, expired: 2 },
    counters: ({ delivered, failed, read, rejected, sent }) => [sent, delivered, read, rejected, failed],
    // The counters agree with each other (B13).
    assertValid: ({ delivered, read, recipients, sent }, _, detail) => {
      assert.strictEqual(recipients, size - 1, detail)
      assert.isTrue(read <= delivered && delivered <= sent && sent <= recipients, detail)
    }
  })

  const accept = Effect.fnUntraced(function* (plan: PlannedBroadcast, answer: Answer) {
    const { recipients, rejected_recipients, uuid } = yield* decode(answer, [202, Accepted])
    assert.deepStrictEqual([recipients, rejected_recipients], [size - 1, 1])
    planned.set(uuid, plan)
    return uuid
  })

  const pollAndCancel = Effect.fnUntraced(function* (uuid: string) {
    const { sent, status } = yield* poll(uuid)
    if (status !== "sending" || sent === 0 || planned.get(uuid)?.fate !== "cancelled") return
    const answer = yield* fleet.reach("POST", `/broadcasts/${uuid}/cancel`)
    // It may have been completed meanwhile.
    if (answer.status !== 400) yield* decode(answer, [200, Schema.Struct({ status: Schema.Literal("cancelled") })])
  })

  /** The differences between the recipients of a broadcast and the record of the channel. */
  const check = Effect.fnUntraced(function* (uuid: string, plan: PlannedBroadcast) {
    yield* pollAndCancel(uuid)
    const details = yield* poll(uuid)
    const path = `/broadcasts/${uuid}/recipients`
    const recipients = yield* fleet.readAll(path, Recipients, (page) => page.recipients, { first: 1, limit: 1_000 })
    const accepted = new Set((yield* sends).map(({ identifier }) => identifier))
    return problemsOf(plan, details, recipients, accepted, looksUp ?? true)
  })

  const verdict = Effect.gen(function* () {
    for (const [uuid, plan] of planned) yield* untilRight(check(uuid, plan))
    const record = yield* sends
    assert.deepStrictEqual(sentTwice(record), [])
    assert.isAbove(record.length, 0)
    return `${planned.size} broadcasts, ${record.length} messages, ${counts.polls} polls`
  })

  const pollLatest = Effect.suspend(() =>
    Effect.forEach(Array.from(planned.keys()).slice(-latest), pollAndCancel, { discard: true })
  )
  return { planned, progress, isOver, accept, pollLatest, someWork, verdict }
})

/** The identifiers for which more than one message was accepted, or to which one was sent once more. */
const sentTwice = (record: ReadonlyArray<SentMessage>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return record.flatMap(({ duplicates, identifier }) => {
    const twice = duplicates > 0 || seen.has(identifier)
    seen.add(identifier)
    return twice ? [identifier] : []
  })
}

const problemsOf = (
  { fate, identifiers, refused }: PlannedBroadcast,
  details: typeof Details.Type,
  recipients: ReadonlyArray<Recipient>,
  accepted: ReadonlySet<string>,
  looksUp: boolean
): ReadonlyArray<string> => {
  const counted = (counts: (recipient: Recipient) => boolean) => recipients.filter(counts).length
  const { status, uuid } = details
  const expectations: ReadonlyArray<
    readonly [what: string, actual: boolean | number | string, expected: boolean | number | string]
  > = [
    ["over", status === "completed" || status === fate, true],
    ["identifiers", recipients.map(({ identifier }) => identifier).join(" "), [...identifiers, refused].join(" ")],
    ["sent", details.sent, counted(({ identifier }) => accepted.has(identifier))],
    ["delivered", details.delivered, counted((recipient) => recipient.delivered_at !== null)],
    ["read", details.read, counted((recipient) => recipient.status === "read")],
    ["rejected", details.rejected, counted((recipient) => recipient.status === "rejected")],
    ["failed", details.failed, counted((recipient) => recipient.status === "undeliverable")]
  ]
  return [
    ...expectations.flatMap(([what, actual, expected]) =>
      actual === expected ? [] : [`${uuid} ${status}, ${what}: ${actual} instead of ${expected}`]
    ),
    ...recipients
      .filter((recipient) => !isRight(recipient, status, refused, accepted.has(recipient.identifier), looksUp))
      .map(
        (recipient) =>
          `${uuid} ${status}: ${JSON.stringify(recipient)}, accepted: ${accepted.has(recipient.identifier)}`
      )
  ]
}

/**
 * Whether a recipient that got a message has the status that its ending leads to, and one that got none the reason. All
 * of a completed broadcast got one.
 */
const isRight = (
  { delivered_at, error, identifier, reason, status }: Recipient,
  broadcast: string,
  refused: string,
  accepted: boolean,
  looksUp: boolean
) => {
  if (identifier === refused) return !accepted && status === "rejected" && error !== null
  // Its process died after the claim. The channel cannot say that it did not accept the message, so it is not sent again.
  if (!accepted && !looksUp && status === "submitted") return reason === "unknown"
  if (!accepted) return broadcast !== "completed" && status === "rejected" && reason === broadcast
  return (
    status === statusByEnding(identifier) &&
    (delivered_at !== null) === ["delivered", "read"].includes(status) &&
    (error !== null && reason !== null) === (status === "undeliverable")
  )
}
