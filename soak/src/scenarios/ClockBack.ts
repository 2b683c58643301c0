import { Effect, Schema } from "effect"
import { globSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bodyOf, reminder } from "../../../bench/src/broadcasts/Requests.ts"
import { expectJson } from "../Client.ts"
import type { Figure, Part } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** The library that lies about the time, where it is installed. */
const library = () => globSync(["/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib/faketime/libfaketime.so.1"])[0]

const Accepted = Schema.Struct({ uuid: Schema.String })
const Details = Schema.Struct({ sent: Schema.Int })

/** Messages a second from one sender. */
const rate = 100

/** How long sending is watched after the change, in seconds. */
const watched = 10

/** The machine's clock is put back. */
export const clockBack: Scenario = {
  name: "clock-back",
  about: "the clock goes back by an hour while a broadcast is sent; sending goes on (takes the library of faketime)",
  sqlite: Effect.fnUntraced(function* (database) {
    const found = library()
    if (found === undefined) {
      const missing: Part = {
        name: "not run",
        get: null,
        health: null,
        machine: null,
        figures: [{ name: "libraries of faketime", value: 0, unit: "", least: 1 }]
      }
      return [missing]
    }
    const clock = join(database.folder, "clock")
    const setClock = (offset: string) => Effect.sync(() => writeFileSync(clock, `${offset}\n`))
    yield* setClock("+0")
    const server = yield* startServer(database, {
      ROLLCALL_SEND_RATE: String(rate),
      LD_PRELOAD: found,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1"
    })
    const body = bodyOf(reminder(rate * 60))
    const { uuid } = yield* expectJson(202, Accepted)(yield* server.send("POST", "/broadcasts", { body }))
    const sent = Effect.map(
      Effect.flatMap(server.send("GET", `/broadcasts/${uuid}`), expectJson(200, Details)),
      (details) => details.sent
    )
    yield* Effect.repeat(Effect.delay(sent, "100 millis"), { until: (count) => count > rate })
    const work = Effect.gen(function* () {
      yield* setClock("-3600")
      const before = yield* sent
      yield* Effect.sleep(watched * 1_000)
      const figures: ReadonlyArray<Figure> = [
        // Half of what the rate allows: a few seconds may pass until the change is noticed.
        { name: `sent in ${watched} s after it`, value: (yield* sent) - before, unit: "", least: (rate * watched) / 2 }
      ]
      return figures
    })
    return [yield* watch("an hour back", server, work)]
  })
}
