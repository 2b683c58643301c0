import { systemCaller } from "@rollcall/core"
import { assert } from "@effect/vitest"
import type { Storage } from "@rollcall/core"
import type { RecipientStatus } from "@rollcall/core/storage"
import { Effect } from "effect"
import { type Check, check } from "../shared/Check.ts"
import { dispatchFixture, quickSettings, reminderTo } from "./DispatchFixture.ts"
import { channelError, scriptedChannel } from "./ScriptedChannel.ts"

/** The channel's responses to a message and the resulting status, by the recipient's last digit. */
const endings: ReadonlyArray<{
  readonly sends: number
  readonly status: RecipientStatus
  readonly script: (earlier: number) => "accept" | "hang" | ReturnType<typeof channelError>
}> = [
  { sends: 1, status: "delivered", script: () => "accept" },
  { sends: 3, status: "delivered", script: (earlier) => (earlier < 2 ? channelError("Transient") : "accept") },
  { sends: 4, status: "undeliverable", script: () => channelError("Transient") },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("Throttled") : "accept") },
  { sends: 1, status: "undeliverable", script: () => channelError("Undeliverable") },
  { sends: 1, status: "unknown", script: () => channelError("OutcomeUnknown") },
  { sends: 1, status: "unknown", script: () => "hang" },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("TemplateRejected") : "accept") },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("SenderRejected") : "accept") },
  { sends: 1, status: "delivered", script: () => "accept" }
]

const endingOf = (identifier: string) => endings[Number(identifier.slice(-1))]

/**
 * Follows a broadcast from acceptance to its last receipt, through all services. Core's tests cover the other outcomes
 * of a send, using the in-memory store.
 */
export const dispatchChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "B1, B10, B12, B15: three processes finish every recipient, whatever the channel responds",
    Effect.gen(function* () {
      const channel = scriptedChannel({
        receipts: true,
        script: ({ to }, earlier) => endingOf(to)?.script(earlier) ?? "accept"
      })
      const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 2 })
      yield* Effect.all([fixture.startProcess, fixture.startProcess, fixture.startProcess])
      const uuid = yield* fixture.create(reminderTo(40))
      let status = "sending"
      while (status !== "completed") {
        const { broadcast } = yield* fixture.until(uuid, (details) =>
          ["paused", "completed"].includes(details.broadcast.status)
        )
        status = broadcast.status
        if (status === "paused") yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      }
      const { counters } = yield* fixture.until(uuid, ({ counters }) => counters.delivered === 24)
      assert.deepStrictEqual(counters, { recipients: 40, sent: 24, delivered: 24, read: 0, rejected: 0, failed: 8 })
      for (const { identifier, status } of yield* fixture.recipients(uuid)) {
        assert.strictEqual(status, endingOf(identifier)?.status, identifier)
        const calls = channel.calls.filter(({ message }) => message.to === identifier)
        assert.strictEqual(calls.length, endingOf(identifier)?.sends, identifier)
      }
      assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
    }).pipe(Effect.scoped)
  )
]
