import { assert, describe } from "@effect/vitest"
import {
  ActorUuid,
  type Broadcast,
  type BroadcastRequest,
  Broadcasts,
  InvalidInput,
  StorageError,
  WorkspaceUuid
} from "@rollcall/core"
import { sentenceOf } from "@rollcall/core/operations"
import { anyValue, Channels, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import type { StreamedBroadcast } from "@rollcall/core/sending"
import {
  BroadcastStore,
  ContactStore,
  EventStore,
  ExistingWorkspaces,
  type IdempotencyRecord,
  AudienceStore,
  CustomFieldStore,
  OptOutStore,
  WorkspaceStore,
  type StoredRecipient,
  Transaction,
  RetryStore
} from "@rollcall/core/storage"
import { Effect, Fiber, Layer, Option, Stream } from "effect"
import { type CompleteRequest, now, orderUpdate, plainRecipient, plainRequest } from "./payloads/Payloads.ts"
import { WaitingRecipients } from "../../../src/people/workspaces/WaitingRecipients.ts"
import { test } from "../../Suite.ts"

const caller = {
  workspace: WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001"),
  actor: ActorUuid.make("0198a5c0-0000-7000-8000-000000000002")
}

const recipientsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => plainRecipient(`${4_915_100_000_000 + number}`))

const requestOf = (count: number, key: string | null = null): CompleteRequest => ({
  ...plainRequest(recipientsOf(count)),
  clientUniqueIdentifier: key
})

const nobodyWaits = Layer.succeed(WaitingRecipients, { judgeAgain: () => Effect.void })

const unavailable = new StorageError({ reason: "Unavailable", cause: "down" })

/** The service over a store that keeps nothing but the idempotency keys, and records what it is asked for. */
const recording = (
  options: {
    /** Whether a taken key is seen only when the broadcast is published: another request took it meanwhile. */
    readonly racing?: boolean
    /** The step that fails. */
    readonly fails?: string
    /** How many steps a discard takes. */
    readonly discards?: number
  } = {}
) => {
  const steps: Array<string> = []
  const broadcasts = new Set<Broadcast>()
  const recipients: Array<StoredRecipient> = []
  const keys = new Map<string, IdempotencyRecord>()
  let [template, left]: [typeof orderUpdate, number] = [orderUpdate, options.discards ?? 1]
  const takenKey = (key: string) => Option.fromUndefinedOr(keys.get(key))
  const step = (name: string) =>
    Effect.suspend(() => {
      steps.push(name)
      return name === options.fails ? Effect.fail(unavailable) : Effect.void
    })
  const ports = Layer.mergeAll(
    Layer.mock(BroadcastStore, {
      now: Effect.succeed(now),
      findIdempotencyKey: (_workspace, key) => Effect.sync(() => (options.racing ? Option.none() : takenKey(key))),
      stage: (broadcast, part) => {
        broadcasts.add(broadcast)
        recipients.push(...part)
        return step(`stage ${part[0]?.position} to ${part.at(-1)?.position}`)
      },
      publish: (_ref, idempotency) =>
        Effect.map(step("publish"), () => {
          const taken = idempotency === null ? Option.none() : takenKey(idempotency.key)
          if (idempotency !== null && Option.isNone(taken)) keys.set(idempotency.key, idempotency.record)
          return taken
        }),
      refused: () =>
        Effect.sync(() =>
          recipients.flatMap(({ identifier, outcome }) =>
            outcome._tag === "Rejected" ? [{ identifier, contact: null, problems: outcome.problems }] : []
          )
        ),
      discard: () => Effect.map(step("discard"), () => --left <= 0)
    }),
    Layer.mock(MessageChannel, { channelType: "chatapp", hasSender: () => Effect.succeed(true) }),
    Layer.mock(TemplateCatalog, { find: () => Effect.sync(() => Option.some({ template, check: anyValue })) }),
    Layer.mock(RetryStore, {}),
    Layer.mock(EventStore, { append: () => Effect.void }),
    Layer.mock(ContactStore, {}),
    Layer.mock(WorkspaceStore, { settings: () => Effect.succeed(Option.none()) }),
    Layer.mock(ExistingWorkspaces, { has: () => Effect.succeed(true) }),
    Layer.mock(OptOutStore, { isEmpty: () => Effect.succeed(true) }),
    Layer.mock(AudienceStore, { walksAtOnce: 1 }),
    Layer.mock(CustomFieldStore, {}),
    Layer.mock(Transaction, {
      lock: () => Effect.void,
      isOpen: Effect.succeed(false),
      run: (effect) =>
        Effect.onExit(Effect.andThen(step("begin"), effect), ({ _tag }) =>
          Effect.orDie(step(_tag === "Success" ? "commit" : "roll back"))
        )
    })
  )
  return {
    steps,
    broadcasts,
    recipients,
    keys,
    pauseTemplate: () => void (template = { ...orderUpdate, status: "paused" }),
    create: <E = never>(request: BroadcastRequest | StreamedBroadcast<E>) =>
      Effect.flatMap(Broadcasts, ({ create }) => create(caller, request)).pipe(
        Effect.provide(Broadcasts.layer.pipe(Layer.provide([Channels.layer, nobodyWaits]), Layer.provide(ports)))
      )
  }
}

/** The steps of transactions that commit. */
const committed = (parts: ReadonlyArray<string>) => parts.flatMap((part) => ["begin", part, "commit"])

/** The violations of a request that is refused. */
const violationsOf = <A, E extends { readonly _tag: string }>(created: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(created), (error) =>
    error instanceof InvalidInput ? error.issues.map(sentenceOf) : error._tag
  )

describe("accepting a broadcast (B9)", () => {
  test.each([
    [1, ["stage 1 to 1"]],
    [1_000, ["stage 1 to 1000"]],
    [1_001, ["stage 1 to 1000", "stage 1001 to 1001"]],
    [2_050, ["stage 1 to 1000", "stage 1001 to 2000", "stage 2001 to 2050"]]
  ] as const)(
    "%i recipients are staged 1,000 at a time, and published in one transaction with the last part",
    function* ([count, parts]) {
      const { broadcasts, create, recipients, steps } = recording()
      const accepted = yield* create(requestOf(count))
      assert.strictEqual(accepted.recipients, count)
      assert.deepStrictEqual(steps, [
        ...committed(parts.slice(0, -1)),
        "begin",
        ...parts.slice(-1),
        "publish",
        "commit"
      ])
      assert.deepStrictEqual(
        Array.from(broadcasts, ({ uuid }) => uuid),
        [accepted.uuid]
      )
      assert.deepStrictEqual(
        recipients.map(({ position }) => position),
        recipients.map((_, index) => index + 1)
      )
      assert.strictEqual(new Set(recipients.map(({ uuid }) => uuid)).size, count)
    }
  )

  test("B7: rejected recipients keep their positions, and their warnings are in the request's order", function* () {
    const { create, recipients } = recording()
    const [first, second] = recipientsOf(2)
    const invalid = { ...plainRecipient("+1"), clientReference: "Order 7" }
    const accepted = yield* create(plainRequest([first, invalid, second, first].flatMap((one) => one ?? [])))
    assert.deepStrictEqual([accepted.recipients, accepted.rejectedRecipients], [2, 2])
    assert.deepStrictEqual(
      accepted.warnings.map(({ identifier }) => identifier),
      ["+1", first?.identifier]
    )
    assert.deepStrictEqual(
      recipients.map(({ identifier, outcome, position }) => [position, identifier, outcome._tag]),
      [
        [1, first?.identifier, "Accepted"],
        [2, "+1", "Rejected"],
        [3, second?.identifier, "Accepted"],
        [4, first?.identifier, "Rejected"]
      ]
    )
    const problems = recipients.flatMap(({ outcome }) => (outcome._tag === "Rejected" ? [outcome.problems] : []))
    assert.deepStrictEqual(
      problems.map((own) => own.map(({ error, reason }) => [reason, error])),
      accepted.warnings.map(({ errors, reasons }) => errors.map((error, n) => [reasons[n], error]))
    )
  })

  test("B6: a rejected payload is not staged", function* () {
    const { create, steps } = recording()
    const refused = { ...requestOf(2_050, "key"), from: "" }
    assert.deepStrictEqual(yield* violationsOf(create(refused)), ["from: must not be empty"])
    assert.deepStrictEqual(steps, [])
  })
})

describe("an idempotency key (B4)", () => {
  test("that was used before returns the first response again, without staging", function* () {
    const { create, pauseTemplate, steps } = recording()
    const first = yield* create(requestOf(2_050, "key"))
    const before = steps.length
    pauseTemplate()
    assert.deepStrictEqual(yield* create(requestOf(2_050, "key")), { ...first, replayed: true })
    assert.isFalse(first.replayed)
    assert.lengthOf(steps, before)
  })

  test("C7: stores no personal data: the warnings are computed again from the rejected recipients", function* () {
    const { create, keys } = recording()
    const twice = plainRecipient("none")
    const request = { ...plainRequest([twice, twice]), clientUniqueIdentifier: "key" }
    const first = yield* create(request)
    assert.deepStrictEqual(
      first.warnings.map(({ reasons }) => reasons.length),
      [1, 2]
    )
    assert.deepStrictEqual(yield* create(request), { ...first, replayed: true })
    const stored = Array.from(keys.values(), ({ response }) => response).join()
    for (const part of [twice.identifier, "identifier", "warnings"]) assert.notInclude(stored, part)
  })

  test("W9: that was used for another payload rejects the request with that broadcast's uuid, without staging", function* () {
    const { create, steps } = recording()
    const { uuid } = yield* create(requestOf(2_050, "key"))
    const before = steps.length
    assert.deepStrictEqual(yield* violationsOf(create(requestOf(1_049, "key"))), [
      `clientUniqueIdentifier: was already used for the broadcast ${uuid} with another payload. Use a new value`
    ])
    assert.lengthOf(steps, before)
  })

  test("that another request uses meanwhile returns that request's response, and discards what was staged", function* () {
    const { create, steps } = recording({ racing: true, discards: 3 })
    const first = yield* create(requestOf(1_001, "key"))
    steps.splice(0)
    assert.deepStrictEqual(yield* create(requestOf(1_001, "key")), { ...first, replayed: true })
    const staged = [...committed(["stage 1 to 1000"]), "begin", "stage 1001 to 1001", "publish", "roll back"]
    assert.deepStrictEqual(steps, [...staged, "discard", "discard", "discard"])
  })

  test("that another request uses meanwhile for another payload rejects this request", function* () {
    const { create, steps } = recording({ racing: true })
    const { uuid } = yield* create(requestOf(1_001, "key"))
    steps.splice(0)
    assert.deepStrictEqual(yield* violationsOf(create(requestOf(502, "key"))), [
      `clientUniqueIdentifier: was already used for the broadcast ${uuid} with another payload. Use a new value`
    ])
    assert.include(steps, "roll back")
    assert.include(steps, "discard")
  })
})

describe("an acceptance that ends early (B9)", () => {
  /** A request for 2,000 recipients of which so many come, and then something else. */
  const streamed = <E>(count: number, end: Stream.Stream<never, E>): StreamedBroadcast<E> => ({
    ...plainRequest([]),
    recipients: Stream.concat(Stream.make(recipientsOf(count)), end),
    count: 2_000
  })

  test("discards what was staged if later recipients are invalid", function* () {
    const { create, steps } = recording()
    assert.strictEqual(yield* Effect.flip(create(streamed(2_050, Stream.fail("invalid")))), "invalid")
    // The second step is interrupted, wherever it is.
    assert.deepStrictEqual(steps.slice(0, 3), committed(["stage 1 to 1000"]))
    assert.strictEqual(steps.at(-1), "discard")
    assert.notInclude(steps, "publish")
  })

  test("discards nothing if nothing was staged", function* () {
    const { create, steps } = recording()
    assert.strictEqual(yield* Effect.flip(create(streamed(1_000, Stream.fail("invalid")))), "invalid")
    assert.deepStrictEqual(steps, [])
  })

  test("discards what was staged if it is interrupted", function* () {
    const { create, steps } = recording()
    const fiber = yield* Effect.forkChild(create(streamed(1_001, Stream.never)))
    while (!steps.includes("commit")) yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(steps, [...committed(["stage 1 to 1000"]), "discard"])
  })

  test.each(["stage 1001 to 2000", "stage 2001 to 2050", "publish"])(
    "discards what was staged if the store fails to %s",
    function* (fails) {
      const { create, steps } = recording({ fails, discards: 2 })
      assert.strictEqual(yield* Effect.flip(create(requestOf(2_050))), unavailable)
      assert.deepStrictEqual(steps.slice(-2), ["discard", "discard"])
      assert.strictEqual(
        steps.findLast((step) => !step.startsWith("discard")),
        "roll back"
      )
    }
  )
})
