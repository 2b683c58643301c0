import { assert } from "@effect/vitest"
import { SendError } from "@rollcall/core/channel"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Exit, Logger, Scope } from "effect"
import fc from "fast-check"
import { suite } from "../../Suite.ts"

const settings = { ...quickSettings, chunk: 4, concurrency: 4, lease: Duration.seconds(12) }

/** What a channel may do with one send. */
const faults = {
  accepts: { ends: "sent", isAccepted: true, does: () => "accept" as const },
  "answers late": { ends: "sent", isAccepted: true, does: () => ({ answersAfter: Duration.seconds(2) }) },
  "answers too late": { ends: "unknown", isAccepted: true, does: () => ({ answersAfter: settings.lease }) },
  hangs: { ends: "unknown", isAccepted: false, does: () => "hang" as const },
  "loses its answer": { ends: "unknown", isAccepted: false, does: () => failure("OutcomeUnknown") },
  dies: {
    ends: "unknown",
    isAccepted: false,
    does: () => {
      throw new TypeError("a bug of the channel")
    }
  },
  "refuses the recipient": { ends: "undeliverable", isAccepted: false, does: () => failure("Undeliverable") },
  "fails for now": { ends: null, isAccepted: false, does: () => failure("Transient") },
  "throttles the recipient": {
    ends: null,
    isAccepted: false,
    does: () => failure("Throttled", { scope: "recipient", retryAfter: Duration.seconds(3) })
  },
  "throttles the sender": {
    ends: null,
    isAccepted: false,
    does: () => failure("Throttled", { retryAfter: Duration.seconds(2) })
  }
} as const
type Fault = keyof typeof faults

const failure = (
  reason: SendError["reason"],
  options: { readonly scope?: "recipient"; readonly retryAfter?: Duration.Duration } = {}
) => new SendError({ reason, detail: `it ${reason}`, ...options })

const final: ReadonlyArray<Fault> = [
  "accepts",
  "accepts",
  "answers late",
  "answers too late",
  "hangs",
  "loses its answer",
  "dies",
  "refuses the recipient"
]

/** What the channel does with the sends to one recipient, one after the other: it may put off, and ends it in the end. */
const script = fc
  .tuple(
    fc.array(fc.constantFrom<Fault>("fails for now", "throttles the recipient", "throttles the sender"), {
      maxLength: settings.retries
    }),
    fc.constantFrom(...final)
  )
  .map(([before, last]) => [...before, last])

/** Sends through a channel with these faults; a process of two is stopped on the way. */
const history = Effect.fnUntraced(function* (scripts: ReadonlyArray<ReadonlyArray<Fault>>, stopsAfter: number | null) {
  const scriptOf = (identifier: string) => scripts[Number(identifier.slice(-3))] ?? []
  const channel = scriptedChannel({ script: ({ to }, earlier) => faults[scriptOf(to)[earlier] ?? "accepts"].does() })
  const fixture = yield* dispatchFixture(channel, settings)
  const stopping = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(stopping, Exit.void))
  yield* Scope.provide(fixture.startProcess, stopping)
  yield* fixture.startProcess
  const uuid = yield* fixture.create(reminderTo(scripts.length))
  if (stopsAfter !== null) {
    yield* fixture.pass(Duration.seconds(stopsAfter))
    yield* Effect.forkScoped(Scope.close(stopping, Exit.void))
  }
  const { counters } = yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
  yield* fixture.pass(settings.lease)
  const recipients = yield* fixture.recipients(uuid)
  for (const { identifier, status } of recipients) {
    const its = scriptOf(identifier)
    const sends = channel.calls.filter(({ message }) => message.to === identifier).length
    const accepted = channel.accepted.filter(({ to }) => to === identifier).length
    const last = faults[its.at(-1) ?? "accepts"]
    assert.deepStrictEqual(
      { its, status, sends, accepted },
      { its, status: last.ends ?? "pending", sends: its.length, accepted: last.isAccepted ? 1 : 0 }
    )
  }
  const ending = (status: string) => recipients.filter((one) => one.status === status).length
  assert.deepStrictEqual([counters.sent, counters.failed], [ending("sent"), ending("undeliverable")])
})

suite(storage)("a channel with any faults", (test) => {
  test("B10, B12, B15: brings each recipient to the end of its own sends, whatever the others get", function* () {
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof history>>>()
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(script, { minLength: 1, maxLength: 14 }),
          fc.option(fc.integer({ min: 1, max: 12 })),
          (scripts, stopsAfter) =>
            history(scripts, stopsAfter).pipe(
              Effect.scoped,
              Effect.provide(Logger.layer([])),
              Effect.runPromiseWith(context)
            )
        ),
        { numRuns: 20 }
      )
    )
  })
})
