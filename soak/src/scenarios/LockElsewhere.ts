import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { answersOf, type Figure } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { runCommand, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How long another process writes. */
const held = "8 seconds"

/** Longest that a write may take until it is answered, in milliseconds. */
const slowest = 10_500

/** Another process writes to the file of a server. */
export const lockElsewhere: Scenario = {
  name: "lock-elsewhere",
  about: "another process holds the lock for writing for 8 s, or imports 200,000 rows; reads are not delayed",
  sqlite: Effect.fnUntraced(function* (database, { share }) {
    const server = yield* startServer(database)
    const create = (index: number) =>
      server.send("POST", "/v1/contacts", { json: { first_name: "Eve", email: `${index}@example.org` } })

    const locked = Effect.gen(function* () {
      // The probe's process is not this one, and neither is the server.
      const holder = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(database.filename)),
        (open) => Effect.sync(() => open.close())
      )
      holder.exec("BEGIN IMMEDIATE")
      const release = Effect.delay(
        Effect.sync(() => holder.exec("ROLLBACK")),
        held
      )
      const writes = Effect.forEach([1, 2, 3, 4, 5, 6], create, { concurrency: "unbounded" })
      const [answers] = yield* Effect.all([writes, release], { concurrency: "unbounded" })
      return answersOf("writes", answers, [201, 503], slowest)
    }).pipe(Effect.scoped)

    const rows = Math.ceil(200_000 * share)
    const imported = Effect.gen(function* () {
      const lines = Array.from({ length: rows }, (_, index) => `import-${index}@example.org,Ada ${index}`)
      writeFileSync(join(database.folder, "people.csv"), `email,first_name\n${lines.join("\n")}\n`)
      const began = performance.now()
      yield* runCommand(database, ["contacts", "import", "people.csv"])
      const took = (performance.now() - began) / 1_000
      const figures: ReadonlyArray<Figure> = [
        { name: "rows imported", value: rows, unit: "" },
        { name: "in", value: took, unit: "s" }
      ]
      return figures
    })
    return [yield* watch("a lock of 8 s", server, locked), yield* watch("an import", server, imported)]
  })
}
