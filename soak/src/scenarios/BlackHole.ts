import { Effect } from "effect"
import { startDropProxy } from "../../../packages/storage-postgres/test/server/DropProxy.ts"
import { writeDuring } from "../load/Outage.ts"
import { answeredInTime } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How long nothing arrives. */
const silent = "20 seconds"

/** The network between server and database loses everything, and closes nothing. */
export const blackHole: Scenario = {
  name: "black-hole",
  about: "the network to the database loses everything for 20 s; every request is answered, and all is well 1 s after",
  postgres: Effect.fnUntraced(function* (database) {
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => startDropProxy(database.url)),
      ({ close }) => Effect.promise(close)
    )
    const server = yield* startServer({ ...database, url: proxy.through(database.url) })
    const fault = Effect.andThen(
      Effect.acquireRelease(Effect.sync(proxy.hold), () => Effect.sync(proxy.resume)),
      Effect.sleep(silent)
    )
    return [yield* watch("20 s", server, writeDuring(server, fault), { get: answeredInTime })]
  })
}
