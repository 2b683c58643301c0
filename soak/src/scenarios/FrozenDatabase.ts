import { Effect } from "effect"
import { writeDuring } from "../load/Outage.ts"
import { answeredInTime } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How long no process of the database goes on. */
const frozen = "15 seconds"

/** Every process of the database is stopped, as by an overloaded machine. */
export const frozenDatabase: Scenario = {
  name: "frozen-database",
  about: "every process of the database stands still for 15 s; every request is answered, and all is well 1 s after",
  postgres: Effect.fnUntraced(function* (database) {
    const server = yield* startServer(database)
    const fault = Effect.andThen(database.freeze, Effect.sleep(frozen))
    return [yield* watch("15 s", server, writeDuring(server, fault), { get: answeredInTime })]
  })
}
