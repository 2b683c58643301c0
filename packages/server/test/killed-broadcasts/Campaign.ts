import { assert } from "@effect/vitest"
import { SimulatorJournal } from "@rollcall/channel-simulator"
import { DateTime, Effect, Fiber, Random, Schema } from "effect"
import { Accepted, Details } from "../Calls.ts"
import { reach, read } from "../kill/Calls.ts"
import type { Fleet } from "../kill/Fleet.ts"
import { type PlannedBroadcast, planBroadcast, requestFor, size } from "./Plan.ts"

type Details = typeof Details.Type

/** How many broadcasts of which less than half is sent there always are while processes are killed. */
const backlog = 2

/** How many of the latest broadcasts are looked at all the time. */
const watched = 5

/** How long an expiring broadcast has: less than it takes. */
const validFor = "500 millis"

/** Has a fleet send while its processes are killed so often. All that anybody sees on the way has to be lawful. */
export const killDuringBroadcasts = Effect.fnUntraced(function* (fleet: Fleet, kills: number) {
  const journal = yield* SimulatorJournal
  const planned = new Map<string, PlannedBroadcast>()
  const progress = new Map<string, Details>()
  let [next, killed, polls, advances, position] = [0, 0, 0, 0, 0]
  const goesOn = () => killed < kills
  const isFresh = (uuid: string) => {
    const now = progress.get(uuid)
    return now === undefined || (!over.includes(now.status) && now.sent < size / 2)
  }
  const fresh = () => Array.from(planned.keys()).filter(isFresh)

  const post = Effect.fnUntraced(function* (plan: PlannedBroadcast) {
    const validUntil =
      plan.fate === "expired" ? DateTime.formatIso(DateTime.addDuration(yield* DateTime.now, validFor)) : null
    const answer = yield* reach(fleet, "POST", "/broadcasts", requestFor(plan, validUntil))
    // A broadcast whose answers were cut off until it was too late to ask again was never accepted.
    if (answer.status === 400 && validUntil !== null) return
    const { recipients, rejected_recipients, uuid } = yield* read(answer, [202, Accepted])
    assert.deepStrictEqual([recipients, rejected_recipients], [size, 1])
    planned.set(uuid, plan)
  })

  const keepPosting = Effect.gen(function* () {
    while (goesOn()) {
      if (fresh().length < backlog) yield* post(planBroadcast(next++))
      else yield* Effect.sleep("10 millis")
    }
  })

  const cancelMidway = Effect.fnUntraced(function* (uuid: string) {
    const { body, status } = yield* reach(fleet, "POST", `/broadcasts/${uuid}/cancel`)
    // It may have been completed meanwhile.
    if (status !== 400) yield* read({ body, status }, [200, Schema.Struct({ status: Schema.Literal("cancelled") })])
  })

  const poll = Effect.fnUntraced(function* (uuid: string) {
    const now = yield* read(yield* reach(fleet, "GET", `/broadcasts/${uuid}`), [200, Details])
    const before = progress.get(uuid)
    assertLawful(before, now)
    progress.set(uuid, now)
    polls++
    if (now.sent > (before?.sent ?? 0)) advances++
    if (now.status === "sending" && now.sent > 0 && planned.get(uuid)?.fate === "cancelled") yield* cancelMidway(uuid)
    return now
  })

  const keepPolling = Effect.gen(function* () {
    while (goesOn()) {
      yield* Effect.forEach(Array.from(planned.keys()).slice(-watched), poll, { discard: true })
      yield* Effect.sleep("10 millis")
    }
  })

  /** The moment at which the channel has taken messages, and whoever sent them has perhaps not written that down. */
  const someHandOver = Effect.gen(function* () {
    let begun = false
    for (;;) {
      const { lines, next } = yield* journal.readFrom(position)
      if (begun && lines.some((line) => line.includes('"HandOver"'))) return
      // What is there already is passed over.
      begun ||= next === position
      if (next === position) yield* Effect.sleep("1 millis")
      position = next
    }
  })

  /** Some moment soon after messages were sent again. */
  const someWork = Effect.gen(function* () {
    const before = advances
    const more = () => advances > before
    while (!more()) yield* Effect.sleep("5 millis")
    yield* Effect.sleep(yield* Random.nextBetween(0, 200))
  })

  const starts: Array<Fiber.Fiber<void, Effect.Error<ReturnType<Fleet["start"]>>>> = []
  const keepKilling = Effect.gen(function* () {
    while (goesOn()) {
      yield* killed % 3 === 2 ? someWork : someHandOver
      const alive = Array.from(fleet.roles.keys()).filter((place) => fleet.urlOf(place) !== null)
      if (alive.length === 0) continue
      const place = yield* Random.choice(alive)
      killed++
      yield* fleet.kill(place)
      // The others go on meanwhile, and may be killed too.
      starts.push(yield* Effect.forkScoped(fleet.start(place)))
    }
  })

  yield* Effect.all([keepPosting, keepPolling, keepKilling], { concurrency: "unbounded", discard: true })
  yield* Fiber.joinAll(starts)
  return { planned, poll, killed: () => killed, polls: () => polls }
})

export type Campaign = Effect.Success<ReturnType<typeof killDuringBroadcasts>>

/** Where nothing more is handed over. */
export const over = ["completed", "cancelled", "expired"]

/** The counters agree with each other, none falls, and no status goes back (B1, B13). */
const assertLawful = (before: Details | undefined, now: Details) => {
  const told = JSON.stringify({ before, now })
  assert.isAtMost(now.read, now.delivered, told)
  assert.isAtMost(now.delivered, now.sent, told)
  assert.isAtMost(now.sent, now.recipients, told)
  assert.strictEqual(now.recipients, size, told)
  if (before === undefined) return
  if (over.includes(before.status)) assert.strictEqual(now.status, before.status, told)
  if (before.status === "sending") assert.notStrictEqual(now.status, "scheduled", told)
  for (const counter of ["sent", "delivered", "read", "rejected", "failed"] as const) {
    assert.isAtLeast(now[counter], before[counter], `${counter} ${told}`)
  }
}
