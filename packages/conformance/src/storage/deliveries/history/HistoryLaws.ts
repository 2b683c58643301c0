import { contactEffect, evidence, impersonalProblem, withEffects } from "@rollcall/core/sending"
import { addressesOf, addressOf, digitForms } from "@rollcall/core/people"
import { Delivery, DeliveryStore, isOver, noParameters } from "@rollcall/core/storage"
import { DateTime, Effect, Equal } from "effect"
import { agree, holds } from "../../shared/Check.ts"
import { foreignError, foreignInstant, type Observation } from "./History.ts"
import type { HistoryCommand } from "./HistoryCommand.ts"

const instantOf = (at: DateTime.Utc | null) => at?.epochMilliseconds ?? null

const unknownError = Delivery.unknownProblem.error

/** Fails unless the laws for a single observation hold. */
export const standing = Effect.fnUntraced(function* (observation: Observation) {
  const { broadcast, contacts, counters, outcomes, recipients, rows } = observation
  yield* agree("B13: the counters count the deliveries", counters, Delivery.countersOf(rows))
  yield* agree("R51: and so do those with reasons", outcomes, { counters, reasons: Delivery.reasonsOf(rows) })
  const { delivered, read, sent } = counters
  const isCumulative = read <= delivered && delivered <= sent && sent <= counters.recipients
  yield* holds("B13: read <= delivered <= sent <= recipients", isCumulative, counters)
  yield* agree("B14: readers see the deliveries", recipients, rows.map(Delivery.recipientOf))
  const status = broadcast?.status ?? "sending"
  yield* holds(
    "B10: a broadcast that is over has no pending or claimed delivery",
    !isOver(status) || !rows.some(Delivery.isUnsent),
    rows
  )
  const digest = yield* DeliveryStore.use((store) => store.messageDigest)
  const known = new Set(contacts.flatMap((contact) => contact?.uuid ?? []))
  for (const row of rows) {
    yield* holds("C7: the contact of a delivery is there", row.contactUuid === null || known.has(row.contactUuid), row)
    if (row.identifier === "") {
      const { clientReference, contactUuid, error, messageId, parameters, problems, reason } = row
      const own = { clientReference, contactUuid, error, messageId, parameters, problems }
      yield* agree<unknown>("C7: nothing of an erased person is left", own, {
        clientReference: null,
        contactUuid: null,
        messageId: messageId === null ? null : digest(messageId),
        error: reason === null ? null : [impersonalProblem(reason).error, unknownError].find((text) => text === error),
        parameters: parameters === null ? null : noParameters,
        problems: null
      })
    }
    const failed = row.status === "rejected" || row.status === "undeliverable" || row.status === "unknown"
    yield* holds("B10: exactly one that failed or is unknown has an error", (row.error !== null) === failed, row)
    yield* holds("B21: exactly one with an error has a reason", (row.reason !== null) === failed, row)
    const arrived = row.status === "delivered" || row.status === "read"
    yield* holds("B11: exactly one that arrived has its instant", (row.deliveredAt !== null) === arrived, row)
    yield* holds(
      "B11: exactly one that was read has its instant",
      (row.readAt !== null) === (row.status === "read"),
      row
    )
    const isLeased = row.status === "claimed" || row.status === "sending"
    const isUnderWay = isLeased || row.status === "unknown"
    yield* holds("B12: only one that is under way has a lease", row.leaseUntil === null || isUnderWay, row)
    yield* holds("B12: one that is claimed or being sent has a lease", row.leaseUntil !== null || !isLeased, row)
    const says = [row.sentAt, row.deliveredAt, row.readAt].some(
      (at) => instantOf(at) === foreignInstant.epochMilliseconds
    )
    yield* holds("A1: no receipt of another workspace or channel counts", !says && row.error !== foreignError, row)
    yield* holds("C7: one that is erased is not to be sent", row.identifier !== "" || !Delivery.isUnsent(row), row)
    yield* holds("B15: only a pending one waits", row.notBefore === null || row.status === "pending", row)
  }
})

/**
 * Fails unless the erased contact's deliveries were erased. A delivery to an address that another contact has must be
 * tied to that contact, and otherwise be unchanged. All other deliveries must be unchanged.
 */
const erased = Effect.fnUntraced(function* (before: Observation, after: Observation) {
  const index = before.contacts.findIndex((contact, n) => contact !== undefined && after.contacts[n] === undefined)
  const gone = before.contacts[index]
  const holderOf = (address: string) =>
    after.contacts
      .flatMap((contact) =>
        contact !== undefined && addressesOf(digitForms, contact).includes(address) ? [contact.uuid] : []
      )
      .toSorted()[0]
  for (const [n, earlier] of before.rows.entries()) {
    const row = after.rows[n]
    const address = addressOf(digitForms, earlier.identifier)
    const isUntied = earlier.contactUuid === null && address !== null && before.addresses[index]?.includes(address)
    const isOfIt = gone !== undefined && (earlier.contactUuid === gone.uuid || isUntied === true)
    const holder = holderOf(address ?? "")
    if (!isOfIt) yield* agree("C7: a delivery to another is as it was", row, earlier)
    else if (holder === undefined) yield* agree("C7: a delivery to the contact is erased", row?.identifier, "")
    else {
      const contactUuid = isUntied === true ? earlier.contactUuid : holder
      yield* agree("C7: a delivery to an address that another has stays", row, { ...earlier, contactUuid })
    }
  }
})

/** Fails unless the laws for two successive observations hold. */
export const succession = Effect.fnUntraced(function* (
  before: Observation,
  after: Observation,
  command: HistoryCommand["_tag"]
) {
  const isReceipt = command === "Receive"
  yield* agree("None is lost", after.rows.length, before.rows.length)
  const pairs = after.rows.flatMap((row, index) => {
    const earlier = before.rows[index]
    return earlier === undefined ? [] : [[earlier, row] as const]
  })
  const digest = yield* DeliveryStore.use((store) => store.messageDigest)
  // An erased delivery contains the digest of the message id.
  const named = ({ messageId }: Delivery.Delivery, row: Delivery.Delivery) =>
    messageId !== null && Delivery.isErased(row) ? digest(messageId) : messageId
  for (const [earlier, row] of pairs) {
    const isSame = Equal.equals(
      { ...earlier, contactUuid: null, leaseUntil: null, updatedAt: null },
      { ...row, contactUuid: null, leaseUntil: null, updatedAt: null }
    )
    const hasGrown = DateTime.isGreaterThan(row.updatedAt, earlier.updatedAt)
    yield* holds("B14: updatedAt grows with every change, and with nothing else", hasGrown === !isSame, [earlier, row])
    const isUpward = evidence[row.status] >= evidence[earlier.status]
    yield* holds("B11: receipts move a delivery upward only", isUpward || !isReceipt, [earlier, row])
    const isLost = evidence[row.status] < evidence.sent && evidence[earlier.status] >= evidence.sent
    yield* holds("B11: one that was sent stays so", !isLost, [earlier, row])
    yield* holds("B10: attempts grow", row.attempt >= earlier.attempt && row.retries >= earlier.retries, [earlier, row])
    for (const [what, was, is] of [
      ["message id", named(earlier, row), row.messageId],
      ["instant of acceptance", instantOf(earlier.sentAt), instantOf(row.sentAt)],
      ["instant of delivery", instantOf(earlier.deliveredAt), instantOf(row.deliveredAt)],
      ["instant of reading", instantOf(earlier.readAt), instantOf(row.readAt)]
    ] as const) {
      yield* holds(`B11: a known ${what} stays`, was === null || was === is, [earlier, row])
    }
  }
  if (command === "Erase") yield* erased(before, after)
  const effects = pairs.flatMap(([earlier, row]) => contactEffect(earlier, row) ?? [])
  const orders = [effects, effects.toReversed()]
  for (const [index, contact] of after.contacts.entries()) {
    const earlier = before.contacts[index]
    if (contact === undefined || earlier === undefined) {
      yield* holds("Only erased contacts are gone", earlier === undefined || command === "Erase", before.contacts)
      continue
    }
    if (command === "Move") continue
    const isExpected = orders.some((effects) => Equal.equals(contact, withEffects(digitForms, earlier, effects)))
    const references = effects.map(({ clientReference }) => clientReference)
    const isOneOf = effects.length > 2 && references.includes(contact.clientReference)
    yield* holds("C5, C6: a contact changes by what its deliveries mean", isExpected || isOneOf, [
      earlier,
      contact,
      effects
    ])
  }
})
