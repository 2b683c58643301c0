import { Effect, type Scope } from "effect"
import { writeDuring } from "../load/Outage.ts"
import { startWriting } from "../load/Writing.ts"
import { answeredInTime, type Figure } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** Most lines that the log may have of one outage, without those of answers. */
const mostLines = 500

/** How many connections a role may have that has few. */
const fewConnections = 4

const role = "few"

/** The figures of a fault with the lines that were logged, without those of answers. */
const withLines = Effect.fnUntraced(function* <E, R>(server: Server, work: Effect.Effect<ReadonlyArray<Figure>, E, R>) {
  const before = yield* server.eventLines
  const figures = yield* work
  const lines = (yield* server.eventLines) - before
  return [...figures, { name: "log lines", value: lines, unit: "" as const, most: mostLines }]
})

/** The database goes away in every way in which it comes back. */
export const restarts: Scenario = {
  name: "restarts",
  about:
    "the database is killed and started twice, its sessions are ended, its role gets 4 connections; every answered write is there",
  postgres: Effect.fnUntraced(function* (database) {
    // A superuser has as many connections as there are.
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

    const server = yield* startServer(database)
    const outage = <E>(fault: Effect.Effect<unknown, E, Scope.Scope>) => withLines(server, writeDuring(server, fault))
    const restarted = Effect.andThen(database.restart, Effect.delay(database.restart, "3 seconds"))
    const ended = Effect.repeat(
      Effect.delay(
        database.run(
          (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`
        ),
        "500 millis"
      ),
      { times: 9 }
    )
    return [
      few,
      yield* watch("restarted twice", server, outage(restarted), { get: answeredInTime }),
      yield* watch("sessions ended 10 times", server, outage(ended), { get: answeredInTime })
    ]
  })
}
