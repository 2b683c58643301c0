import { assert, describe, it } from "@effect/vitest"
import { isLong } from "@rollcall/testing/kills"
import { Array as Arr, Effect, Schedule, Schema } from "effect"
import { Accepted, ask, detailsWhen, live, reminderTo } from "../Calls.ts"
import { startServer } from "../ServerProcess.ts"
import { stores } from "./Store.ts"
import { startPlatform } from "./WhatsAppChannel.ts"

const identifiers = Arr.makeBy(200, (index) => String(447_700_100_000 + index))

const Recipients = Schema.Struct({
  recipients: Schema.Array(Schema.Struct({ identifier: Schema.String, status: Schema.String }))
})

/** A server of a file has no other one beside it: that is for the long run. */
const asked = (["SQLite", "Postgres"] as const).filter((name) => isLong || name === "Postgres")

describe.each(asked)("WhatsApp on %s", (name) => {
  it.live(
    "B12: a server that is frozen during slow sends for longer than its lease, and then continues, sends no recipient a message twice",
    () =>
      Effect.gen(function* () {
        const store = yield* stores[name]
        const { env, fake } = yield* startPlatform({ rules: [{ answerAfter: 400 }] })
        const options = {
          folder: store.folder,
          env: { ...env, ROLLCALL_DATABASE_URL: store.url, ROLLCALL_DISPATCH_LEASE: "4 seconds" }
        }
        const frozen = yield* startServer(options)
        yield* fake.deliverTo(`${frozen.url}/channels/whatsapp/webhook`)
        const { uuid } = yield* ask(frozen, ["POST", "/broadcasts", reminderTo(identifiers)], [202, Accepted])
        const untilSent = (count: number) =>
          Effect.repeat(fake.log, {
            until: ({ accepted }) => accepted.length >= count,
            schedule: Schedule.spaced("5 millis")
          })
        yield* untilSent(20)
        process.kill(frozen.child.pid, "SIGSTOP")
        // On Postgres another process takes the broadcast over, and the receipts.
        const other = name === "Postgres" ? yield* startServer(options) : null
        if (other !== null) {
          yield* fake.deliverTo(`${other.url}/channels/whatsapp/webhook`)
          yield* untilSent(identifiers.length / 2)
        }
        yield* Effect.sleep("5 seconds")
        process.kill(frozen.child.pid, "SIGCONT")
        yield* detailsWhen(frozen, uuid, ({ status }) => status === "completed")

        // Receipts name each message that was sent; what was claimed and not sent is unknown for good.
        const statuses = Effect.map(
          ask(frozen, ["GET", `/broadcasts/${uuid}/recipients?limit=1000`], [200, Recipients]),
          ({ recipients }) => new Map(recipients.map(({ identifier, status }) => [identifier, status]))
        )
        const found = yield* Effect.repeat(Effect.all([fake.log, statuses]), {
          until: ([{ accepted, webhooks }, known]) =>
            webhooks.waiting === 0 && accepted.every(({ to }) => known.get(to) === "read"),
          schedule: Schedule.spaced("50 millis")
        })
        const sent = found[0].accepted.map(({ to }) => to)
        assert.deepStrictEqual(sent.toSorted(), Arr.dedupe(sent).toSorted())
        assert.isAtLeast(sent.length, identifiers.length / 2)
        assert.deepStrictEqual(Array.from(found[1].keys()).toSorted(), identifiers)
      }).pipe(Effect.scoped, Effect.provide(live)),
    180_000
  )
})
