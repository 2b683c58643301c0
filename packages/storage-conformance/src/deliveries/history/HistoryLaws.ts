import { contactEffect, Delivery, evidence, isOver, withEffects } from "@rollcall/core/storage"
import { DateTime, Effect, Equal } from "effect"
import { agree, holds } from "../../shared/Check.ts"
import { foreignError, foreignInstant, type Observation } from "./History.ts"

const instantOf = (at: DateTime.Utc | null) => at?.epochMilliseconds ?? null

/** Fails unless the laws of a single observation hold (B10, B11, B13). */
export const standing = Effect.fnUntraced(function* ({ broadcast, counters, recipients, rows }: Observation) {
  yield* agree("B13: the counters count the deliveries", counters, Delivery.countersOf(rows))
  const { delivered, read, sent } = counters
  const isCumulative = read <= delivered && delivered <= sent && sent <= counters.recipients
  yield* holds("B13: read <= delivered <= sent <= recipients", isCumulative, counters)
  yield* agree("B14: readers see the deliveries", recipients, rows.map(Delivery.recipientOf))
  const status = broadcast?.status ?? "sending"
  yield* holds(
    "B10: a broadcast that is over has no pending delivery",
    !isOver(status) || rows.every((row) => row.status !== "pending"),
    rows
  )
  for (const row of rows) {
    const failed = row.status === "rejected" || row.status === "undeliverable"
    yield* holds("B10: exactly a rejected or undeliverable one has an error", (row.error !== null) === failed, row)
    yield* holds("B21: exactly one with an error has a reason", (row.reason !== null) === failed, row)
    const arrived = row.status === "delivered" || row.status === "read"
    yield* holds("B11: exactly one that arrived has its instant", (row.deliveredAt !== null) === arrived, row)
    yield* holds(
      "B11: exactly one that was read has its instant",
      (row.readAt !== null) === (row.status === "read"),
      row
    )
    const isUnderWay = row.status === "sending" || row.status === "unknown"
    yield* holds("B12: only one that is under way has a lease", row.leaseUntil === null || isUnderWay, row)
    yield* holds("B12: one that is being sent has a lease", row.leaseUntil !== null || row.status !== "sending", row)
    const says = [row.sentAt, row.deliveredAt, row.readAt].some(
      (at) => instantOf(at) === foreignInstant.epochMilliseconds
    )
    yield* holds("A1: no receipt of another workspace or channel counts", !says && row.error !== foreignError, row)
    yield* holds("B15: only a pending one waits", row.notBefore === null || row.status === "pending", row)
  }
})

/** Fails unless the laws between two successive observations hold (B10, B11, B14, C5, C6). */
export const succession = Effect.fnUntraced(function* (before: Observation, after: Observation, isReceipt: boolean) {
  yield* agree("None is lost", after.rows.length, before.rows.length)
  const pairs = after.rows.flatMap((row, index) => {
    const earlier = before.rows[index]
    return earlier === undefined ? [] : [[earlier, row] as const]
  })
  for (const [earlier, row] of pairs) {
    const isSame = Equal.equals(
      { ...earlier, leaseUntil: null, updatedAt: null },
      { ...row, leaseUntil: null, updatedAt: null }
    )
    const hasGrown = DateTime.isGreaterThan(row.updatedAt, earlier.updatedAt)
    yield* holds("B14: updatedAt grows with every change, and with nothing else", hasGrown === !isSame, [earlier, row])
    const isUpward = evidence[row.status] >= evidence[earlier.status]
    yield* holds("B11: receipts move a delivery upward only", isUpward || !isReceipt, [earlier, row])
    const isLost = evidence[row.status] < evidence.sent && evidence[earlier.status] >= evidence.sent
    yield* holds("B11: one that was sent stays so", !isLost, [earlier, row])
    yield* holds("B10: attempts grow", row.attempt >= earlier.attempt && row.retries >= earlier.retries, [earlier, row])
    for (const [what, was, is] of [
      ["message id", earlier.messageId, row.messageId],
      ["instant of acceptance", instantOf(earlier.sentAt), instantOf(row.sentAt)],
      ["instant of delivery", instantOf(earlier.deliveredAt), instantOf(row.deliveredAt)],
      ["instant of reading", instantOf(earlier.readAt), instantOf(row.readAt)]
    ] as const) {
      yield* holds(`B11: a known ${what} stays`, was === null || was === is, [earlier, row])
    }
  }
  const effects = pairs.flatMap(([earlier, row]) => contactEffect(earlier, row) ?? [])
  const orders = [effects, effects.toReversed()]
  for (const [index, contact] of after.contacts.entries()) {
    const earlier = before.contacts[index]
    if (contact === undefined || earlier === undefined)
      return yield* holds("No contact is lost", false, before.contacts)
    const isExpected = orders.some((effects) => Equal.equals(contact, withEffects(earlier, effects)))
    const references = effects.map(({ clientReference }) => clientReference)
    const isOneOf = effects.length > 2 && references.includes(contact.clientReference)
    yield* holds("C5, C6: a contact changes by what its deliveries mean", isExpected || isOneOf, [
      earlier,
      contact,
      effects
    ])
  }
})
