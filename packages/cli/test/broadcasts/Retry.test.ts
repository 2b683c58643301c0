import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { NotDone } from "../../src/CommandRefused.ts"
import { beginBroadcast, run, services, ways } from "./Fixture.ts"

const unknownUuid = "0197a000-0000-7000-8000-0000000000aa"

describe.each(ways)("rollcall broadcasts on %s", (way) => {
  it.live("retry sends to the recipients that a finished broadcast did not reach", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 5, accepted: 1, undeliverable: 2 })
      const early = yield* run(way, ["retry", broadcast, "--reason", "undeliverable"])
      assert.include(String(early.failure), "sending")
      yield* run(way, ["cancel", broadcast])
      const made = yield* run(way, ["retry", broadcast, "--reason", "undeliverable", "--name", "Again", "--json"])
      assert.isNull(made.failure)
      const shown: unknown = JSON.parse(made.printed)
      assert.deepInclude(shown, { retry_of: broadcast, recipients: 2, rejected_recipients: 0 })
      const again = yield* run(way, ["retry", broadcast, "--reason", "undeliverable", "--reason", "unknown"])
      assert.include(String(again.failure), "no unreached recipient")
    }).pipe(Effect.provide(services))
  )

  it.live("test sends the message to a few numbers, and prints the channel's responses", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 2, accepted: 1, undeliverable: 0 })
      const { failure, printed } = yield* run(way, ["test", broadcast, "4930901820", "abc"])
      // The command itself has no channel to send through.
      if (way === "a database") return assert.include(String(failure), "a server (--url, ROLLCALL_URL) is needed")
      assert.isNull(failure)
      assert.match(printed, /^4930901820: sent$/m)
      assert.match(printed, /^abc: rejected, /m)
      const missing = yield* run(way, ["test", unknownUuid, "4930901820"])
      assert.instanceOf(missing.failure, NotDone)
    }).pipe(Effect.provide(services))
  )
})
