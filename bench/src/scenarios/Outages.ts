import { Effect, type Scope } from "effect"
import { startDropProxy } from "../../../packages/storage-postgres/test/server/DropProxy.ts"
import { backAfterFault, startWriting } from "../load/Writing.ts"
import { answeredInTime, type Figure } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** Maximum log lines for one outage, without the lines for responses. */
const mostLines = 25

/** The connection limit of the restricted role. */
const fewConnections = 4

const role = "few"

/** Returns a fault's figures with the number of log lines, without the lines for responses. */
const withLines = Effect.fnUntraced(function* <E, R>(server: Server, work: Effect.Effect<ReadonlyArray<Figure>, E, R>) {
  const before = yield* server.eventLines
  const figures = yield* work
  const lines = (yield* server.eventLines) - before
  return [...figures, { name: "log lines", value: lines, unit: "" as const, most: mostLines }]
})

/**
 * Creates contacts during a fault and until the server has recovered, and returns the figures. The fault ends with its
 * effect.
 */
const writeDuring = Effect.fnUntraced(function* <E>(server: Server, fault: Effect.Effect<unknown, E, Scope.Scope>) {
  const writing = yield* startWriting(server)
  yield* Effect.scoped(fault)
  const back = yield* backAfterFault(server)
  return [...(yield* writing.figures), ...back]
}, Effect.scoped)

/** Makes the database unavailable in every way from which it recovers. */
export const outages: Scenario = {
  name: "outages",
  about:
    "the role gets 4 connections; the database is restarted twice, its sessions are ended, it freezes for 15 s, its network loses everything for 20 s: every request is answered, every answered write is there, and all is well 1 s after",
  postgres: Effect.fnUntraced(function* (database) {
    // A superuser has no connection limit.
    yield* database.run((sql) =>
      Effect.gen(function* () {
        yield* sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' CONNECTION LIMIT ${fewConnections}`)
        yield* sql.unsafe(
          `DO $$ BEGIN EXECUTE format('GRANT ALL ON DATABASE %I TO ${role}', current_database()); END $$`
        )
      })
    )
    const asRole = Object.assign(new URL(database.url), { username: role, password: role }).href
    const limited = yield* startServer({ ...database, url: asRole })
    const crowded = Effect.gen(function* () {
      const writing = yield* startWriting(limited)
      yield* Effect.sleep("5 seconds")
      return yield* writing.figures
    }).pipe(Effect.scoped)
    const few = yield* watch(`${fewConnections} connections`, limited, withLines(limited, crowded))
    yield* limited.stop

    const outage = <E>(name: string, server: Server, fault: Effect.Effect<unknown, E, Scope.Scope>) =>
      watch(name, server, withLines(server, writeDuring(server, fault)), { get: answeredInTime })
    const server = yield* startServer(database)
    const restarted = Effect.andThen(database.restart, Effect.delay(database.restart, "3 seconds"))
    const endSessions = database.run(
      (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
    )
    const ended = Effect.repeat(Effect.delay(endSessions, "500 millis"), { times: 9 })
    const direct = [
      yield* outage("restarted twice", server, restarted),
      yield* outage("sessions ended 10 times", server, ended),
      yield* outage("frozen for 15 s", server, Effect.andThen(database.freeze, Effect.sleep("15 seconds")))
    ]
    yield* server.stop

    // A proxy between the server and the database. It can drop all packets without closing connections.
    const network = yield* Effect.acquireRelease(
      Effect.promise(() => startDropProxy(database.url)),
      ({ close }) => Effect.promise(close)
    )
    const behind = yield* startServer({ ...database, url: network.through(database.url) })
    const unreachable = Effect.acquireRelease(Effect.sync(network.hold), () => Effect.sync(network.resume))
    const silent = Effect.andThen(unreachable, Effect.sleep("20 seconds"))
    return [few, ...direct, yield* outage("unreachable for 20 s", behind, silent)]
  })
}
