import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { Effect, Layer, Redacted } from "effect"
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { layer } from "../../src/index.ts"
import { databaseWith, withDatabase } from "../server/Databases.ts"

// The server of a run sorts by the rules of Germany in all of its databases. Here they are those of Turkey, where the
// letter I is no capital of i, and the role is one that can neither make databases and schemas nor extensions.

const execute = (url: Redacted.Redacted, ...statements: ReadonlyArray<string>) =>
  withDatabase(url, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared))

/** Every port as a role that owns its schema, in a new database with a locale. A superuser has made the extensions. */
const freshStorage = (locale: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const server = inject("postgresUrl")
      const role = `clerk_${randomUUID().replaceAll("-", "")}`
      yield* Effect.acquireRelease(execute(Redacted.make(server), `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`), () =>
        Effect.orDie(execute(Redacted.make(server), `DROP ROLE ${role}`))
      )
      const url = yield* databaseWith(server, `ENCODING 'UTF8' ${locale}`)
      yield* execute(
        url,
        "CREATE EXTENSION pg_trgm SCHEMA public",
        "CREATE EXTENSION btree_gin SCHEMA public",
        `CREATE SCHEMA rollcall AUTHORIZATION ${role}`
      )
      const asRole = Object.assign(new URL(Redacted.value(url)), { username: role, password: "secret" })
      return layer({ url: Redacted.make(asRole.href), clock: "process" })
    })
  )

/** `npm run test:long` runs all suites, and `npm test` that which compares and sorts texts. */
const only = process.env["ROLLCALL_POOL_SUITES"] === "all" ? undefined : (["search"] as const)

storageConformance("ICU tr-TR", freshStorage("LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LC_COLLATE 'C' LC_CTYPE 'C'"), {
  reference,
  only
})

// The C library has the locales that the machine was given.
const turkish = /^tr_TR\.utf-?8$/im.exec(spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "")?.[0]
if (turkish !== undefined && only === undefined) {
  storageConformance(turkish, freshStorage(`LOCALE_PROVIDER libc LC_COLLATE '${turkish}' LC_CTYPE '${turkish}'`), {
    reference
  })
}
