import type { Broadcast } from "@rollcall/core"
import { BroadcastStatus, type DueBroadcast, HeldOptOutsState, refKey } from "@rollcall/core/sending"
import { BroadcastStore, isOver } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { agreeOnDue, agreeOnTurns, type Expected } from "./DueAgreement.ts"
import {
  abandonedAfter,
  discard,
  newBroadcast,
  newRecipients,
  publish,
  refOf,
  stage,
  stored
} from "../fixtures/BroadcastFixture.ts"

const which = fc.nat({ max: 9 })
/** Milliseconds from a small set, so that checks often run exactly at a due time, or a millisecond earlier. */
const millis: fc.Arbitrary<number> = fc.constantFrom(0, 1, 59_999, 60_000, 90_000)

/** Commands on the broadcasts staged so far. `which` is a broadcast's index, modulo the number of broadcasts. */
const commands = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        _tag: fc.constant("StageBroadcast"),
        wait: fc.oneof(millis, fc.constant(-30_000)),
        validity: fc.option(millis, { freq: 3 })
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("Open"),
        status: fc.constantFrom("resolving", "scheduled"),
        wait: fc.oneof(millis, fc.constant(-30_000)),
        validity: fc.option(millis, { freq: 3 })
      })
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("StageRecipient"), which }) },
    { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Publish"), which }) },
    {
      weight: 3,
      arbitrary: fc.record({
        _tag: fc.constant("Update"),
        which,
        status: fc.option(fc.constantFrom(...BroadcastStatus.literals)),
        reason: fc.option(fc.array(textArbitrary, { maxLength: 1 })),
        after: fc.option(millis, { freq: 2 })
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({ _tag: fc.constant("Decide"), which, state: fc.constantFrom(...HeldOptOutsState.literals) })
    },
    { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Wait"), millis }) },
    {
      weight: 5,
      arbitrary: fc.record({ _tag: fc.constant("Claim"), limit: fc.integer({ min: 1, max: 4 }), after: millis })
    }
  ),
  { minLength: 4, maxLength: 30 }
)
type Command = typeof commands extends fc.Arbitrary<ReadonlyArray<infer Command>> ? Command : never

/** The end of every sequence: claims due broadcasts repeatedly. */
const ending: ReadonlyArray<Command> = [90_000, 59_999, 1, 90_000].flatMap((millis): ReadonlyArray<Command> => [
  { _tag: "Wait", millis },
  { _tag: "Claim", limit: 20, after: 60_000 }
])

/** Returns whether a broadcast's recipients will never be visible. */
const isAbandoned = ({ broadcast, status }: Expected): boolean =>
  status === "staged" || (isOver(status) && !broadcast.isComplete)

const endOf = ({ validUntil }: Broadcast) => validUntil?.epochMilliseconds ?? Infinity

const nextCheck = ({ broadcast }: Expected, now: number, after: number | null) =>
  Math.min(endOf(broadcast), after === null ? Infinity : now + after)

const run = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
  const all: Array<Expected> = []
  yield* Effect.ensuring(
    Effect.forEach([...commands, ...ending], (command) => perform(all, command), { discard: true }),
    Effect.ignore(Effect.forEach(all, end))
  )
})

/** Assigns broadcasts to three workspaces in rotation. */
const workspaceOf = (all: ReadonlyArray<Expected>): Partial<Broadcast> => {
  const first = all.length < 3 ? undefined : all[all.length % 3]
  return first === undefined ? {} : { workspaceUuid: first.broadcast.workspaceUuid }
}

const perform = Effect.fnUntraced(function* (all: Array<Expected>, command: Command) {
  const store = yield* BroadcastStore
  const now = (yield* store.now).epochMilliseconds
  const chosen = "which" in command ? all[command.which % all.length] : undefined
  switch (command._tag) {
    case "StageBroadcast": {
      const broadcast = yield* newBroadcast({ ...(yield* instantsOf(command)), ...workspaceOf(all) })
      yield* stage(broadcast, [])
      const dueAt = now + Duration.toMillis(abandonedAfter)
      return void all.push({ broadcast, ref: refOf(broadcast), status: "staged", dueAt, recipients: 0, attempts: 0 })
    }
    case "Open": {
      const { status } = command
      const broadcast = yield* newBroadcast({
        ...(yield* instantsOf(command)),
        ...workspaceOf(all),
        status,
        isComplete: false
      })
      yield* inTransaction(store.open(broadcast, null))
      const dueAt = Math.min(endOf(broadcast), status === "resolving" ? now : broadcast.scheduledAt.epochMilliseconds)
      return void all.push({ broadcast, ref: refOf(broadcast), status, dueAt, recipients: 0, attempts: 0 })
    }
    case "StageRecipient":
      if (chosen?.status !== "staged") return
      yield* stage(chosen.broadcast, yield* newRecipients(1, 0, ++chosen.recipients))
      return void (chosen.dueAt = now + Duration.toMillis(abandonedAfter))
    case "Publish":
      if (chosen?.status !== "staged") return
      yield* publish(chosen.ref)
      chosen.status = "scheduled"
      return void (chosen.dueAt = chosen.broadcast.scheduledAt.epochMilliseconds)
    case "Update": {
      if (chosen === undefined) return
      const { after, reason, status } = command
      const members = {
        ...(status === null ? {} : { status }),
        ...(reason === null ? {} : { statusReason: reason[0] ?? null })
      }
      const nextCheckAfter = after === null ? null : Duration.millis(after)
      yield* store.update(chosen.ref, { ...members, nextCheckAfter })
      if (chosen.status !== "staged") {
        chosen.broadcast = { ...chosen.broadcast, ...members }
        chosen.status = chosen.broadcast.status
        chosen.dueAt = isAbandoned(chosen) ? now : nextCheck(chosen, now, after)
      }
      const found = yield* store.find(chosen.ref.workspace, chosen.ref.broadcast)
      const expected = chosen.status === "staged" ? Option.none() : Option.some(chosen.broadcast)
      return yield* agree("The broadcast", found, expected)
    }
    case "Decide": {
      if (chosen === undefined) return
      yield* store.decideOptOuts(chosen.ref, command.state)
      if (chosen.status !== "staged") chosen.broadcast = { ...chosen.broadcast, heldOptOuts: command.state }
      const found = yield* store.find(chosen.ref.workspace, chosen.ref.broadcast)
      const expected = chosen.status === "staged" ? Option.none() : Option.some(chosen.broadcast)
      return yield* agree("The broadcast whose opt-outs are decided", found, expected)
    }
    case "Wait":
      return yield* TestClock.adjust(Duration.millis(command.millis))
    case "Claim": {
      const options = { limit: command.limit, nextCheckAfter: Duration.millis(command.after) }
      const abandoned = yield* store.claimAbandoned(options)
      yield* agreeOnDue(abandoned, all.filter(isAbandoned), { limit: command.limit, now })
      const begun = yield* store.claimUnresolved({ limit: command.limit, dueAfter: options.nextCheckAfter })
      const resolving = yield* agreeOnDue(
        begun.map(({ ref }) => ref),
        all.filter(({ status }) => status === "resolving"),
        { limit: command.limit, now }
      )
      const attempts = resolving.map((one) => {
        return { ref: one.ref, attempt: ++one.attempts, hasExpired: endOf(one.broadcast) <= now }
      })
      yield* agree("What is to be resolved", begun, attempts)
      const claimed = yield* store.claimDue(options)
      const found = yield* agreeOnTurns(
        claimed.map(({ ref }) => ref),
        all.filter(({ status }) => status !== "staged" && status !== "resolving" && !isOver(status)),
        { limit: command.limit, now }
      )
      const expected = found.flatMap((one): ReadonlyArray<DueBroadcast> => {
        if (one.status === "staged") return []
        const { isComplete } = one.broadcast
        return [{ ref: one.ref, status: one.status, hasExpired: endOf(one.broadcast) <= now, isComplete }]
      })
      yield* agree("What is due", claimed, expected)
      const known = new Map(all.map((one) => [refKey(one.ref), one]))
      for (const ref of [...abandoned, ...[...begun, ...claimed].map(({ ref }) => ref)]) {
        const one = known.get(refKey(ref))
        if (one === undefined) continue
        const ends = !isAbandoned(one) && endOf(one.broadcast) > now ? endOf(one.broadcast) : Infinity
        one.dueAt = Math.min(ends, now + command.after)
      }
    }
  }
})

/** Computes the start and end of a broadcast, relative to now. */
const instantsOf = Effect.fnUntraced(function* ({
  validity,
  wait
}: {
  readonly wait: number
  readonly validity: number | null
}) {
  const store = yield* BroadcastStore
  const scheduledAt = DateTime.add(yield* store.now, { milliseconds: wait })
  return { scheduledAt, validUntil: validity === null ? null : DateTime.add(scheduledAt, { milliseconds: validity }) }
})

const claimAll = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const options = { limit: 100_000, nextCheckAfter: Duration.hours(1) }
  const abandoned = yield* store.claimAbandoned(options)
  const begun = yield* store.claimUnresolved({ limit: 100_000, dueAfter: Duration.hours(1) })
  return [
    ...(yield* store.claimDue(options)),
    ...begun.map(({ ref }) => ({ ref, status: "resolving" as const })),
    ...abandoned.map((ref) => ({ ref, status: "staged" as const }))
  ]
})

/** Ends a broadcast, so that it is no longer due. */
const end = Effect.fnUntraced(function* ({ ref, status }: Pick<Expected, "ref" | "status">) {
  const store = yield* BroadcastStore
  if (status !== "staged") yield* store.update(ref, { status: "cancelled", nextCheckAfter: null })
  yield* discard(ref)
})

/** Ends all broadcasts that are due within three hours, so that later checks find only their own broadcasts. */
export const endAll = Effect.gen(function* () {
  yield* TestClock.adjust("3 hours")
  yield* Effect.forEach(yield* claimAll, end)
})

export const dueChecks: ReadonlyArray<Check> = [
  check("B1, B3, B9: broadcasts are due in order, at the end of their validity at the latest", function* () {
    yield* endAll
    yield* forAll(commands, Math.ceil((yield* generatedCases) / 3), run)
  }),

  check(
    "B3: an expired broadcast that does not end is due after the pause, and does not block other claims",
    function* () {
      const store = yield* BroadcastStore
      yield* endAll
      const now = yield* store.now
      const validUntil = DateTime.add(now, { seconds: 1 })
      const expired = yield* Effect.replicateEffect(stored({ scheduledAt: now, validUntil }), 3)
      yield* TestClock.adjust("2 seconds")
      const claim = Effect.map(store.claimDue({ limit: 3, nextCheckAfter: Duration.seconds(30) }), (due) =>
        due.map(({ ref }) => ref.broadcast).toSorted()
      )
      const all = expired.map(({ ref }) => ref.broadcast).toSorted()
      yield* agree("Those that expired", yield* claim, all)
      yield* TestClock.adjust("1 second")
      const { ref } = yield* stored({ scheduledAt: yield* store.now })
      yield* agree("The one that is due later", yield* claim, [ref.broadcast])
      yield* TestClock.adjust("29 seconds")
      yield* agree("Those that expired, again", yield* claim, all)
      yield* Effect.forEach(expired, (one) => end({ ref: one.ref, status: "scheduled" }))
      yield* end({ ref, status: "scheduled" })
    }
  ),

  check("B9: an incomplete broadcast that is over stays due for removal, whatever its next check", function* () {
    const store = yield* BroadcastStore
    yield* endAll
    const broadcast = yield* newBroadcast({ isComplete: false })
    const ref = refOf(broadcast)
    yield* inTransaction(store.open(broadcast, null))
    yield* store.update(ref, { status: "cancelled", nextCheckAfter: null })
    yield* store.update(ref, { nextCheckAfter: Duration.hours(1) })
    const due = yield* store.claimAbandoned({ limit: 1, nextCheckAfter: Duration.hours(1) })
    yield* agree("What is to be removed", due, [ref])
    yield* discard(ref)
  }),

  check("each due broadcast, staged or not, goes to one of many concurrent claims", function* () {
    yield* endAll
    const refs = yield* Effect.replicateEffect(
      Effect.map(stored(), ({ ref }) => ref),
      5
    )
    const abandoned = yield* newBroadcast()
    yield* stage(abandoned, [])
    yield* TestClock.adjust(abandonedAfter)
    const claimed = yield* Effect.all(
      Array.from({ length: 8 }, () => claimAll),
      { concurrency: "unbounded" }
    )
    const uuids = claimed.flat().map(({ ref }) => ref.broadcast)
    const expected = [...refs, refOf(abandoned)].map(({ broadcast }) => broadcast)
    yield* agree("Who was claimed", uuids.toSorted(), expected.toSorted())
  })
]
