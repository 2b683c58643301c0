import { assert, describe } from "@effect/vitest"
import type { CheckedRow } from "@rollcall/contact-files"
import { noRows } from "@rollcall/core/people"
import { Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { makeRun } from "../../../src/contacts/import/Batches.ts"
import { ImportClient } from "../../../src/contacts/import/ImportClient.ts"
import { importRows } from "../../../src/contacts/import/ImportRun.ts"
import { OutcomeUnknown, Unreached } from "../../../src/targets/ApiError.ts"
import { allCreated, emailsOf, importUuid, inTime, pass, plan, row, rows, scripted } from "./Fixture.ts"
import { test } from "../../../../core/test/Suite.ts"

const run = (
  source: Stream.Stream<CheckedRow>,
  { client }: Pick<ReturnType<typeof scripted>, "client">,
  { policy = plan, state = makeRun(policy, 1) } = {}
) =>
  Effect.map(
    Stream.runCollect(
      Stream.tap(importRows(source, policy, state), (finished) => Effect.sync(() => state.report(finished)))
    ).pipe(Effect.provideService(ImportClient, client)),
    (batches) => ({ state, batches })
  )

const lost = Effect.fail(new OutcomeUnknown({ message: "the answer was lost" }))
const away = Effect.fail(new Unreached({ message: "the target is away" }))

describe("an import", () => {
  test("sends each row once, in order, at most 1,000 in a request, and reports them in order", function* () {
    const script = scripted({
      outcome: (n, { contacts }) => Effect.as(Effect.sleep(n === 0 ? 500 : 10), allCreated(contacts.length))
    })
    const { state, batches } = yield* inTime(run(rows(3_500), script))
    assert.deepStrictEqual(
      script.arrived.map(({ contacts }) => contacts.length),
      [1_000, 1_000, 1_000, 500]
    )
    assert.deepStrictEqual(
      script.arrived.flatMap(emailsOf),
      Array.from({ length: 3_500 }, (_, at) => `${at + 1}@x.org`)
    )
    assert.deepStrictEqual(
      batches.map(({ end, last }) => [last, end]),
      [
        [1_000, 10_000],
        [2_000, 20_000],
        [3_000, 30_000],
        [3_500, 35_000]
      ]
    )
    assert.deepStrictEqual(state.counts, { ...noRows, created: 3_500 })
  })

  test("reads only a few requests ahead of the applied ones", function* () {
    let read = 0
    const source = Stream.tap(rows(50_000), () => Effect.sync(() => void read++))
    const script = scripted({ outcome: () => Effect.never })
    yield* Effect.forkChild(run(source, script))
    yield* pass(60)
    assert.isAtLeast(script.arrived.length, 3)
    assert.isAtMost(script.arrived.length, 5)
    assert.isBelow(read, 12_000)
  })

  test("applies requests about the same contact one after another", function* () {
    const open = new Set<number>()
    const together: Array<ReadonlyArray<number>> = []
    const script = scripted({
      outcome: (n, { contacts }) =>
        Effect.gen(function* () {
          open.add(n)
          together.push([...open])
          yield* Effect.sleep("1 second")
          open.delete(n)
          return allCreated(contacts.length)
        })
    })
    // The second request has the first one's address in another spelling, the third has neither's.
    const source = Stream.map(rows(3_000), (one) => (one.number === 1_500 ? row(1_500, " 7@X.ORG ") : one))
    yield* inTime(run(source, script))
    assert.deepStrictEqual(together, [[0], [1], [1, 2]])
  })

  test("counts unsendable and failed rows by their reasons, and sends the others", function* () {
    const script = scripted({
      outcome: () =>
        Effect.succeed({
          counts: { ...noRows, created: 1, failed: 1 },
          failed: [{ index: 1, reason: "no_match", error: "no" }],
          contacts: ["contact 1", null]
        })
    })
    const source = Stream.make(row(1), row(2, null), row(4))
    const { state, batches } = yield* run(source, script)
    assert.deepStrictEqual(script.arrived.map(emailsOf), [["1@x.org", "4@x.org"]])
    assert.deepStrictEqual(state.counts, { ...noRows, created: 1, failed: 2 })
    assert.deepStrictEqual(
      batches.flatMap(({ failures }) => failures.map(({ error, reason, row }) => [row.number, reason, error])),
      [
        [2, "unreadable_row", "it is broken"],
        [4, "no_match", "no"]
      ]
    )
    assert.deepStrictEqual(Object.fromEntries(state.reasons), { unreadable_row: 1, no_match: 1 })
  })

  test("sends nothing if no row can be sent", function* () {
    const script = scripted()
    const { state } = yield* run(Stream.make(row(1, null), row(2, null)), script)
    assert.deepStrictEqual(script.sent, [])
    assert.deepStrictEqual([state.counts, state.accepted], [{ ...noRows, failed: 2 }, 2])
  })
})

describe("a request with a lost response", () => {
  test("is repeated if each row is matched", function* () {
    const script = scripted({
      send: (_, tries) => (tries === 2 ? lost : undefined)
    })
    const { state } = yield* inTime(run(rows(2_500), script))
    assert.deepStrictEqual(
      script.sent.map((request) => emailsOf(request)[0]),
      ["1@x.org", "1001@x.org", "1001@x.org", "2001@x.org"]
    )
    assert.deepStrictEqual([state.accepted, state.doubt], [2_500, null])
  })

  test.each([
    ["rows are not matched", { ...plan, match_on_field: null }, row(1_500)],
    ["one row has nothing to match on", plan, row(1_500, " ", { phone_number: "1" })]
  ] as const)("is never repeated where %s: the import stops in doubt", function* ([, policy, special]) {
    const script = scripted({
      send: (_, tries) => (tries === 2 ? lost : undefined)
    })
    const state = makeRun(policy, 1)
    const source = Stream.map(rows(2_500), (one) => (one.number === 1_500 ? special : one))
    const refused = yield* inTime(Effect.flip(run(source, script, { state, policy })))
    assert.deepStrictEqual(refused, new OutcomeUnknown({ message: "the answer was lost" }))
    assert.strictEqual(script.sent.length, 2)
    assert.deepStrictEqual([state.accepted, state.doubt], [1_000, { first: 1_001, last: 2_000 }])
  })

  test("is repeated without matching if the merge type only updates", function* () {
    const script = scripted({
      send: (_, tries) => (tries === 1 ? lost : undefined)
    })
    const policy = { ...plan, merge_type: "update" } as const
    assert.strictEqual(
      (yield* inTime(run(Stream.make(row(1, " ", { phone_number: "1" })), script, { policy }))).state.accepted,
      1
    )
  })

  test("stays in doubt if the target does not come back", function* () {
    const script = scripted({ send: (_request, tries) => (tries === 1 ? lost : away) })
    const state = makeRun(plan, 1)
    const refused = yield* inTime(Effect.flip(run(rows(10), script, { state })))
    assert.deepStrictEqual(refused, new Unreached({ message: "the target is away" }))
    assert.isAbove(script.sent.length, 10)
    assert.deepStrictEqual([state.accepted, state.doubt], [0, { first: 1, last: 10 }])
  })
})

describe("an unavailable target", () => {
  test("is retried with any rows, because no request arrived", function* () {
    const script = scripted({
      send: (_, tries) => (tries < 8 ? away : undefined)
    })
    const policy = { ...plan, match_on_field: null }
    yield* inTime(run(rows(10), script, { policy }))
    assert.deepStrictEqual([script.sent.length, script.arrived.length], [8, 1])
  })
})

describe("an interruption", () => {
  test("lets the running request end, and sends nothing afterwards", function* () {
    const sending = yield* Deferred.make<void>()
    const script = scripted({
      send: (request, tries) =>
        tries < 2
          ? undefined
          : Effect.andThen(Deferred.succeed(sending, undefined), Effect.delay(script.arrive(request), "2 seconds")),
      outcome: () => Effect.never
    })
    const state = makeRun(plan, 1)
    const fiber = yield* Effect.forkChild(run(rows(5_000), script, { state }))
    yield* Deferred.await(sending)
    const interrupted = yield* Effect.forkChild(Fiber.interrupt(fiber))
    yield* pass(3)
    yield* Fiber.join(interrupted)
    assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
    assert.strictEqual(script.arrived.length, 2)
    assert.deepStrictEqual([state.accepted, state.doubt], [2_000, null])
    assert.deepStrictEqual(state.inProgress, [importUuid(0), importUuid(1)])
  })

  test("leaves a request in doubt that does not end within seconds", function* () {
    const sending = yield* Deferred.make<void>()
    const script = scripted({ send: () => Effect.andThen(Deferred.succeed(sending, undefined), Effect.never) })
    const state = makeRun(plan, 1)
    const fiber = yield* Effect.forkChild(run(rows(10), script, { state }))
    yield* Deferred.await(sending)
    const interrupted = yield* Effect.forkChild(Fiber.interrupt(fiber))
    yield* pass(6)
    yield* Fiber.join(interrupted)
    assert.deepStrictEqual([state.accepted, state.doubt], [0, { first: 1, last: 10 }])
  })

  test("hides no known failure", function* () {
    const second = yield* Deferred.make<void>()
    const script = scripted({
      outcome: (n) =>
        n === 0
          ? Effect.never
          : Effect.as(Deferred.succeed(second, undefined), {
              counts: { ...noRows, created: 998, failed: 1 },
              failed: [{ index: 4, reason: "no_match", error: "no" }],
              contacts: []
            })
    })
    const state = makeRun(plan, 1)
    const source = Stream.map(rows(2_000), (one) => (one.number % 1_000 === 3 ? row(one.number, null) : one))
    const fiber = yield* Effect.forkChild(run(source, script, { state }))
    yield* Deferred.await(second)
    yield* pass(3)
    yield* Fiber.interrupt(fiber)
    const failures = state.reportKnown()
    assert.deepStrictEqual(
      failures.map(({ row }) => row.number),
      [3, 1_003, 1_006]
    )
    assert.deepStrictEqual(state.counts, { ...noRows, created: 998, failed: 3 })
    assert.deepStrictEqual(Object.fromEntries(state.reasons), { unreadable_row: 2, no_match: 1 })
    assert.deepStrictEqual(state.inProgress, [importUuid(0)])
    assert.deepStrictEqual(state.reportKnown(), [])
  })
})
