import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Accepted, ask, detailsWhen, live, reminderTo } from "../Calls.ts"
import { startProcesses } from "./ServerOfProcesses.ts"

const Due = Schema.Struct({ status: Schema.String, sent: Schema.Int })

/** What each of so many processes that listen says that it runs, and which one it is. The last may say so after it serves. */
const listening = (server: Effect.Success<ReturnType<typeof startProcesses>>, count: number) => {
  const said = Effect.map(server.logged, (lines) =>
    lines.flatMap(({ annotations: { only, process }, message }) =>
      message.startsWith("Rollcall is listening") ? [`${process} ${only}`] : []
    )
  )
  return Effect.repeat(Effect.delay(said, "20 millis"), { until: ({ length }) => length >= count })
}

describe("a part with several processes", () => {
  it.live(
    "P1, P2: http processes accept broadcasts without sending, and workers next to them send",
    () =>
      Effect.gen(function* () {
        const http = yield* startProcesses("2", { args: ["serve", "--only", "http"] })
        yield* http.servedBy(2)
        assert.sameMembers([...(yield* listening(http, 2))], ["1 http", "2 http"])
        const people = Array.from({ length: 20 }, (_, index) => `4477009001${10 + index}`)
        const { uuid } = yield* ask(http, ["POST", "/broadcasts", reminderTo(people)], [202, Accepted])
        // Longer than a process with workers takes to look for work.
        yield* Effect.sleep("1500 millis")
        const due = yield* ask(http, ["GET", `/broadcasts/${uuid}`], [200, Due])
        assert.strictEqual(due.sent, 0)
        assert.notStrictEqual(due.status, "completed")

        const workers = yield* startProcesses("1", { database: http.database, args: ["serve", "--only", "workers"] })
        yield* workers.servedBy(1)
        assert.sameMembers([...(yield* listening(workers, 1))], ["1 workers"])
        const { sent } = yield* detailsWhen(http, uuid, ({ status }) => status === "completed")
        assert.strictEqual(sent, people.length)
      }).pipe(Effect.provide(live)),
    120_000
  )
})
