import { assert, describe } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { AudienceStore, Transaction } from "@rollcall/core/storage"
import { WorkspaceUuid } from "@rollcall/core"
import { AudienceWalks } from "../../../../src/sending/broadcasts/audience/AudienceWalks.ts"
import { test } from "../../../Suite.ts"

const workspaceOf = (n: number) => WorkspaceUuid.make(`0198c0a0-0000-7000-8000-00000000000${n}`)
const [a, b, c] = [workspaceOf(1), workspaceOf(2), workspaceOf(3)]
const nobody = { include: [], exclude: [] }

/** A process whose store has connections for so many walks. `parts` are what each walk finds. */
const processWith = Effect.fnUntraced(function* (
  walksAtOnce: number,
  parts: Stream.Stream<[]> = Stream.never,
  isOpen: Effect.Effect<boolean> = Effect.succeed(false)
) {
  const held = { now: 0, most: 0 }
  const begin = Effect.sync(() => {
    held.now += 1
    held.most = Math.max(held.most, held.now)
  })
  const walk = () =>
    Stream.unwrap(
      Effect.as(
        Effect.acquireRelease(begin, () => Effect.sync(() => void (held.now -= 1))),
        parts
      )
    )
  const ports = Layer.merge(Layer.mock(AudienceStore, { walk, walksAtOnce }), Layer.mock(Transaction, { isOpen }))
  const walks = Context.get(yield* Layer.build(Layer.provide(AudienceWalks.layer, ports)), AudienceWalks)
  const start = (how: "inRequest" | "inResolution", workspace: WorkspaceUuid) =>
    Effect.forkChild(Effect.exit(Stream.runDrain(walks[how](workspace, nobody, 10))), { startImmediately: true })
  return { held, start, walks }
})

const endOf = <A, E extends { readonly _tag: string }>(exit: Exit.Exit<A, E>) =>
  Exit.isSuccess(exit)
    ? "Success"
    : exit.cause.reasons
        .map((reason) => (reason._tag === "Fail" && "reason" in reason.error ? reason.error.reason : reason._tag))
        .join()

describe("reading audiences", () => {
  test("S12: waits for a permit for a second, and any number of readers uses at most the store's connections", function* () {
    const { held, start } = yield* processWith(3)
    const all = yield* Effect.forEach([a, a, a, a, b, c], (workspace) => start("inRequest", workspace))
    assert.strictEqual(held.now, 2)
    yield* TestClock.adjust("1 second")
    const ended = all.flatMap((fiber) => fiber.pollUnsafe() ?? [])
    assert.lengthOf(ended, 4)
    for (const exit of ended) assert.strictEqual(Exit.isSuccess(exit) ? endOf(exit.value) : "", "Busy")
    assert.strictEqual(held.most, 2)
    yield* Effect.forEach(all, Fiber.interrupt)
    assert.strictEqual(held.now, 0)
  })

  test("S12: leaves a permit to another workspace and half of them to resolutions", function* () {
    const { held, start, walks } = yield* processWith(6)
    const first = yield* Effect.forEach([a, a, a, a], (workspace) => start("inRequest", workspace))
    assert.strictEqual(held.now, 2)
    yield* start("inRequest", c)
    assert.strictEqual(held.now, 3)
    yield* Effect.forEach([a, a, b], (workspace) => start("inResolution", workspace))
    assert.deepStrictEqual([walks.resolutions, held.now], [3, 6])
    yield* start("inRequest", b)
    yield* Effect.forEach(first.slice(0, 1), Fiber.interrupt)
    yield* Effect.yieldNow
    assert.strictEqual(held.now, 6)
    yield* Effect.forEach(first, Fiber.interrupt)
    yield* Effect.yieldNow
    // c and b in requests, and the three resolutions.
    assert.strictEqual(held.now, 5)
  })

  test("S12: in a request ends after five seconds of searching, without the reader's own time", function* () {
    const finding = Stream.fromIterable(Array.from({ length: 4 }, (): [] => [])).pipe(
      Stream.rechunk(1),
      Stream.mapEffect((part) => Effect.delay(Effect.succeed(part), "2 seconds"))
    )
    const { held, walks } = yield* processWith(1, finding)
    const seen: Array<number> = []
    const read = walks.inRequest(a, nobody, 10).pipe(
      Stream.mapEffect(() =>
        Effect.delay(
          Effect.sync(() => void seen.push(seen.length)),
          "10 seconds"
        )
      ),
      Stream.runDrain,
      Effect.exit
    )
    const reading = yield* Effect.forkChild(read)
    yield* TestClock.adjust("60 seconds")
    assert.strictEqual(endOf(yield* Fiber.join(reading)), "Deadline")
    assert.lengthOf(seen, 2)
    assert.strictEqual(held.now, 0)
  })

  test("R5: in a resolution waits for a permit without limit, and has no deadline", function* () {
    const { held, start, walks } = yield* processWith(1)
    const first = yield* start("inResolution", a)
    const second = yield* start("inResolution", b)
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual([walks.resolutions, held.now, held.most], [1, 1, 1])
    assert.isUndefined(first.pollUnsafe())
    yield* Fiber.interrupt(first)
    yield* Effect.yieldNow
    assert.isUndefined(second.pollUnsafe())
    assert.deepStrictEqual([held.now, held.most], [1, 1])
  })

  test("needs no permit in a transaction, which already has a connection", function* () {
    const { held, start } = yield* processWith(1, Stream.never, Effect.succeed(true))
    yield* start("inRequest", a)
    yield* start("inRequest", a)
    assert.strictEqual(held.now, 2)
  })
})
