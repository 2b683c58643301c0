import { type AcceptedMessage, BroadcastStatus, refKey } from "@rollcall/core/sending"
import { BroadcastStore, type Claim, Delivery, DeliveryStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import fc from "fast-check"
import { problemArbitrary } from "../fixtures/BroadcastArbitrary.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { claimedArbitrary, durationArbitrary, messageIdOf, retriedArbitrary } from "../fixtures/DeliveryArbitrary.ts"
import { populate, populationArbitrary, populationOf } from "../fixtures/Population.ts"

const limit = fc.integer({ min: 1, max: 6 })
const cases = Effect.map(generatedCases, (cases) => Math.ceil(cases / 3))

type Population = Effect.Success<ReturnType<typeof populate>>

/** Reads the deliveries of the first broadcast, in the order of acceptance. */
const ownOf = ({ before, ref }: Population) =>
  before.filter((row) => refKey(Delivery.broadcastOf(row)) === refKey(ref)).toSorted((a, b) => a.position - b.position)

/** Fails unless exactly these deliveries changed, each as `change` specifies. */
const areChanged = Effect.fnUntraced(function* (
  { after, before }: Population,
  rows: ReadonlyArray<Delivery.Delivery>,
  change: (row: Delivery.Delivery) => Delivery.Delivery
) {
  const expected = before.map((row) => (rows.includes(row) ? change(row) : row))
  yield* agree("The deliveries", yield* after, expected)
})

const isAt = (instant: DateTime.Utc | null, now: DateTime.Utc) =>
  instant !== null && DateTime.isLessThanOrEqualTo(instant, now)

/** Returns whether a delivery is claimed and its lease has expired. */
const isDueClaim =
  (now: DateTime.Utc) =>
  ({ leaseUntil, status }: Delivery.Delivery) =>
    status === "claimed" && isAt(leaseUntil, now)

/**
 * Checks that each bulk statement has the same effect as a function of `Delivery` on deliveries in any state, and
 * changes no other deliveries.
 */
export const bulkChecks: ReadonlyArray<Check> = [
  check(
    "B10, B15, B23: claim equals Delivery.claim on the first due deliveries, never released ones first, while the broadcast is sending",
    function* () {
      const store = yield* DeliveryStore
      const transaction = yield* Transaction
      const broadcasts = yield* BroadcastStore
      const plan = fc.record({
        deliveries: fc.oneof(populationArbitrary, populationOf(retriedArbitrary)),
        status: fc.constantFrom("sending", "sending", "sending", "sending", ...BroadcastStatus.literals),
        validity: fc.constantFrom(null, null, null, -1, 0, 1),
        lease: durationArbitrary,
        limit,
        begin: fc.constantFrom(0, 0, 1, 2, 6),
        waits: fc.boolean()
      })
      yield* forAll(plan, yield* cases, function* ({ begin, deliveries, lease, limit, status, validity, waits }) {
        const now = yield* broadcasts.now
        const validUntil = validity === null ? null : DateTime.add(now, { milliseconds: validity })
        const population = yield* populate(deliveries, { validUntil })
        yield* broadcasts.update(population.ref, { status, nextCheckAfter: null })
        const pending = ownOf(population).filter((row) => row.status === "pending")
        const leaseUntil = DateTime.addDuration(now, lease)
        const isOpen = status === "sending" && (validity === null || validity > 0)
        const due = pending.filter((row) => Delivery.claim(row, leaseUntil, now) !== row)
        const fresh = due.filter(({ notBefore }) => notBefore === null)
        const chosen = isOpen ? (fresh.length > 0 ? fresh : due).slice(0, limit) : []
        const [first, ...others] = pending.flatMap(({ notBefore }) => notBefore ?? [])
        const rest: Claim =
          first === undefined ? { _tag: "Drained" } : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
        const claimedAs = (row: Delivery.Delivery) =>
          Delivery.claim(row, leaseUntil, now, chosen.indexOf(row) < begin ? "sending" : "claimed")
        const claimed = chosen.flatMap((row) => {
          const { attempt, identifier, parameters, retries, uuid } = claimedAs(row)
          return parameters === null ? [] : [{ uuid, identifier, parameters, attempt, retries }]
        })
        const options = { begin, limit, lease, waits }
        const claim = yield* transaction.run(store.claim(population.ref, options))
        const nothing: Claim = isOpen ? rest : { _tag: "Stopped" }
        const expected: Claim = waits ? nothing : { _tag: "NoneFree" }
        yield* agree<Claim>(
          "The claim",
          claim,
          claimed.length === 0 ? expected : { _tag: "Claimed", deliveries: claimed }
        )
        yield* areChanged(population, chosen, claimedAs)
      })
    }
  ),

  check(
    "B10, B12: beginSends equals Delivery.beginSend on each delivery, while the broadcast is sending",
    function* () {
      const store = yield* DeliveryStore
      const transaction = yield* Transaction
      const broadcasts = yield* BroadcastStore
      const plan = fc.record({
        deliveries: fc.oneof(populationArbitrary, populationOf(claimedArbitrary)),
        status: fc.constantFrom("sending", "sending", "sending", "sending", ...BroadcastStatus.literals),
        validity: fc.constantFrom(null, null, null, -1, 0, 1),
        lease: durationArbitrary,
        late: fc.array(fc.constantFrom(null, 0, 0, 0, 1, -1), { minLength: 12, maxLength: 12 })
      })
      yield* forAll(plan, yield* cases, function* ({ deliveries, late, lease, status, validity }) {
        const now = yield* broadcasts.now
        const validUntil = validity === null ? null : DateTime.add(now, { milliseconds: validity })
        const population = yield* populate(deliveries, { validUntil })
        const { before, ref } = population
        yield* broadcasts.update(ref, { status, nextCheckAfter: null })
        const attempts = before.flatMap(({ attempt, uuid }, index) => {
          const back = late[index] ?? null
          return back === null ? [] : [{ uuid, attempt: attempt - back }]
        })
        const attemptOf = new Map(attempts.map(({ attempt, uuid }) => [uuid, attempt]))
        const leaseUntil = DateTime.addDuration(now, lease)
        const begin = (row: Delivery.Delivery) =>
          Delivery.beginSend(row, attemptOf.get(row.uuid) ?? -1, leaseUntil, now)
        const isOpen = status === "sending" && (validity === null || validity > 0)
        const chosen = isOpen ? ownOf(population).filter((row) => begin(row) !== row) : []
        const begun = yield* transaction.run(store.beginSends(ref, attempts, lease))
        yield* agree("What may be sent", begun.toSorted(), chosen.map(({ uuid }) => uuid).toSorted())
        yield* areChanged(population, chosen, begin)
      })
    }
  ),

  check("B9: readdress equals Delivery.readdress on each delivery", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const plan = fc.record({
      deliveries: fc.oneof(populationArbitrary, populationOf(claimedArbitrary)),
      late: fc.array(fc.constantFrom(null, 0, 0, 0, 1, -1), { minLength: 12, maxLength: 12 }),
      move: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
    })
    yield* forAll(plan, yield* cases, function* ({ deliveries, late, move }) {
      const population = yield* populate(deliveries)
      const { before, now, ref } = population
      const addressed = before.flatMap(({ attempt, identifier, uuid }, index) => {
        const back = late[index] ?? null
        const address = move[index] === true ? `49171000${index}` : identifier
        return back === null ? [] : [{ uuid, attempt: attempt - back, address }]
      })
      const addressOf = new Map(addressed.map((one) => [one.uuid, one]))
      const readdress = (row: Delivery.Delivery) => {
        const one = addressOf.get(row.uuid)
        return one === undefined ? row : Delivery.readdress(row, one.attempt, one.address, now)
      }
      const chosen = ownOf(population).filter((row) => readdress(row) !== row)
      const moved = yield* transaction.run(store.readdress(ref, addressed))
      yield* agree("What has moved", moved.toSorted(), chosen.map(({ uuid }) => uuid).toSorted())
      yield* areChanged(population, chosen, readdress)
    })
  }),

  check("Q5: wake equals Delivery.wake on at most the requested number of deliveries", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const retried = { weight: 4, arbitrary: populationOf(retriedArbitrary) }
    const plan = fc.record({ deliveries: fc.oneof(populationArbitrary, retried), limit })
    yield* forAll(plan, yield* generatedCases, function* ({ deliveries, limit }) {
      const population = yield* populate(deliveries)
      const { now, ref } = population
      const waiting = ownOf(population).filter((row) => Delivery.wake(row, now) !== row)
      const count = yield* transaction.run(store.wake(ref, limit))
      yield* agree("How many", count, Math.min(limit, waiting.length))
      const notBefore = new Map((yield* population.after).map((row) => [row.uuid, row.notBefore?.epochMilliseconds]))
      const woken = waiting.filter(({ uuid }) => notBefore.get(uuid) === now.epochMilliseconds)
      yield* agree("How many have changed", woken.length, count)
      const wake = (row: Delivery.Delivery) => Delivery.wake(row, now)
      yield* areChanged(population, woken, wake)
    })
  }),

  check("B10, B11: recordAccepted equals Delivery.applyOutcome for plainly accepted outcomes", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const messages = fc.array(
      fc.record({
        delivery: fc.nat({ max: 11 }),
        late: fc.constantFrom(0, 0, 0, 1, -1),
        message: fc.constantFrom(1, 2),
        isReported: fc.constantFrom(false, false, true)
      }),
      { maxLength: 12 }
    )
    const plan = fc.record({
      deliveries: fc.oneof(populationArbitrary, populationOf(claimedArbitrary)),
      messages
    })
    yield* forAll(plan, yield* cases, function* ({ deliveries, messages }) {
      const population = yield* populate(deliveries)
      const { before, now, ref } = population
      const reported = new Set<string>()
      const accepted = new Map<Delivery.Delivery, AcceptedMessage>()
      for (const { delivery, isReported, late, message } of messages) {
        const row = before[delivery % before.length]
        if (row === undefined || accepted.has(row)) continue
        const messageId = messageIdOf(row.uuid, message)
        accepted.set(row, { uuid: row.uuid, attempt: row.attempt - late, messageId })
        if (isReported) reported.add(messageId)
      }
      const digest = yield* store.messageDigest
      const receipts = Array.from(reported, (messageId) => {
        const from = { channelType: "chatapp", workspace: "all" } as const
        return { ...from, messageId: digest(messageId), status: "sent", reason: null, at: now } as const
      })
      if (receipts.length > 0) yield* transaction.run(store.keepUnmatched(receipts))
      const chosen = ownOf(population).filter((row) => {
        const message = accepted.get(row)
        const isLatest = row.status === "sending" && message?.attempt === row.attempt && row.messageId === null
        return isLatest && !Delivery.isErased(row) && !reported.has(message.messageId)
      })
      const recorded = yield* transaction.run(store.recordAccepted(ref, Array.from(accepted.values())))
      const byUuid = new Map(recorded.map((row) => [row.uuid, row]))
      yield* agree("How many are recorded", [byUuid.size, recorded.length], [chosen.length, chosen.length])
      for (const { clientReference, identifier, uuid } of chosen) {
        const found = byUuid.get(uuid)
        const returned = [found?.identifier, found?.clientReference]
        yield* agree<ReadonlyArray<unknown>>(`What is returned of ${uuid}`, returned, [identifier, clientReference])
      }
      yield* areChanged(population, chosen, (row) => {
        const message = accepted.get(row)
        return message === undefined
          ? row
          : Delivery.applyOutcome(row, { _tag: "Accepted", ...message }, "sending", now)
      })
    })
  }),

  check("B12: expireLeases equals Delivery.expireLease on the expired leases, oldest first", function* () {
    const store = yield* DeliveryStore
    const plan = fc.record({
      deliveries: fc.oneof(populationArbitrary, populationOf(claimedArbitrary)),
      askAgainAfter: durationArbitrary,
      limit
    })
    yield* forAll(plan, yield* cases, function* ({ askAgainAfter, deliveries, limit }) {
      yield* store.expireLeases({ limit: 100_000, askAgainAfter: Duration.days(10_000) })
      const population = yield* populate(deliveries)
      const { before, channelTypeOf, now } = population
      const due = before.filter(({ leaseUntil }) => isAt(leaseUntil, now))
      const askAgainAt = DateTime.addDuration(now, askAgainAfter)
      const expired = yield* store.expireLeases({ limit, askAgainAfter })
      const known = new Map(expired.map((lease) => [lease.uuid, lease]))
      const left = new Set((yield* population.after).filter(isDueClaim(now)).map(({ uuid }) => uuid))
      const released = due.filter((row) => row.status === "claimed" && !left.has(row.uuid))
      const unknown = due.filter(({ uuid }) => known.has(uuid))
      const chosen = [...unknown, ...released]
      const instants = (rows: ReadonlyArray<Delivery.Delivery>) =>
        rows.map(({ leaseUntil }) => leaseUntil?.epochMilliseconds ?? 0).toSorted((a, b) => a - b)
      yield* agree("How many", [expired.length, known.size], [unknown.length, unknown.length])
      yield* agree("When they expired", instants(chosen), instants(due).slice(0, limit))
      for (const row of unknown) {
        const expected = {
          ref: Delivery.broadcastOf(row),
          uuid: row.uuid,
          attempt: row.attempt,
          isNew: row.status === "sending",
          channelType: channelTypeOf(row)
        }
        yield* agree("What is returned", known.get(row.uuid), expected)
      }
      yield* areChanged(population, chosen, (row) => Delivery.expireLease(row, askAgainAt, now))
    })
  }),

  check("B10: rejectUnsent equals Delivery.reject on every delivery of the broadcast", function* () {
    const broadcasts = yield* BroadcastStore
    const transaction = yield* Transaction
    const plan = fc.record({ deliveries: populationArbitrary, problem: problemArbitrary })
    yield* forAll(plan, yield* cases, function* ({ deliveries, problem }) {
      const population = yield* populate(deliveries)
      yield* transaction.run(broadcasts.rejectUnsent(population.ref, problem))
      const reject = (row: Delivery.Delivery) => Delivery.reject(row, problem, population.now)
      yield* areChanged(population, ownOf(population), reject)
    })
  }),

  check("B13, R51: the counters and reasons of each broadcast equal those computed from its deliveries", function* () {
    const store = yield* DeliveryStore
    yield* forAll(populationArbitrary, yield* cases, function* (deliveries) {
      const { before, refs } = yield* populate(deliveries)
      for (const ref of refs) {
        const rows = before.filter((row) => refKey(Delivery.broadcastOf(row)) === refKey(ref))
        const counters = yield* store.counters(ref)
        yield* agree("The counters", counters, Delivery.countersOf(rows))
        yield* agree("Both", yield* store.outcomes(ref), { counters, reasons: Delivery.reasonsOf(rows) })
        for (const [seconds, limit] of [
          [1, 1_000],
          [60, 1],
          [86_400, 3]
        ] as const) {
          const request = { span: Duration.seconds(seconds), limit }
          yield* agree("Over time", yield* store.overTime(ref, request), Delivery.overTime(rows, request))
        }
        const { delivered, read, recipients, sent } = counters
        yield* holds("They are ordered", read <= delivered && delivered <= sent && sent <= recipients, counters)
      }
    })
  }),

  check("lock selects by uuid or message id, in uuid order; save stores all changes", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const plan = fc.record({ deliveries: populationArbitrary, chosen: fc.array(fc.boolean(), { maxLength: 12 }) })
    yield* forAll(plan, yield* cases, function* ({ chosen, deliveries }) {
      const { after, before } = yield* populate(deliveries)
      yield* agree("All of them", yield* after, before)
      const lock = (...selector: Parameters<typeof store.lock>) => transaction.run(store.lock(...selector))
      const some = before.filter((_, index) => chosen[index] === true).toReversed()
      const byUuid = yield* lock({ deliveries: some })
      yield* agree("By uuid", byUuid, some.toReversed())
      const messageIds = [...some.flatMap(({ messageId }) => messageId ?? []), "no message"]
      const sent = before.filter(({ messageId }) => messageId !== null && messageIds.includes(messageId))
      yield* agree("By message id", yield* lock({ messageIds }), sent)
    })
  })
]
