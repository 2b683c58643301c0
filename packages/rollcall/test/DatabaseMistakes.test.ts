import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { createRollcall } from "rollcall"
import { fromPool, postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { refusalOf } from "./RefusalOf.ts"
import { migratedDatabase } from "../../storage-postgres/test/server/WorkerServer.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-mistakes-"))
const scope = Effect.runSync(Scope.make())
let url = ""

beforeAll(async () => {
  url = Redacted.value(await Effect.runPromise(Scope.provide(migratedDatabase, scope)))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** The URL of the database with a change. */
const changed = (change: (url: URL) => void): string => {
  const other = new URL(url)
  change(other)
  return other.href
}

/** The mistakes in an address of Postgres, and what is said of each, `ADDRESS` being what holds the address. */
const mistakes: ReadonlyArray<readonly [what: string, change: (url: URL) => void, message: RegExp]> = [
  [
    "a database that does not exist",
    (url) => (url.pathname = "/app_x"),
    /^Postgres refused the connection: database "app_x" does not exist \(3D000\)\. Create it, or change ADDRESS\.$/
  ],
  [
    "a role that does not exist",
    (url) => (url.username = "nobody_x"),
    /^Postgres refused the connection: .*"nobody_x".* \(28\w+\)\. .+ ADDRESS\.$/
  ],
  [
    "a wrong password",
    (url) => (url.password = "hunter2"),
    /^Postgres refused the connection: password authentication failed for user "postgres" \(28P01\)\. Check the user and the password in ADDRESS\.$/
  ],
  ["no password", (url) => (url.password = ""), /^Postgres refused the connection: .*password.* ADDRESS\.$/],
  [
    "a port at which nothing listens",
    (url) => (url.port = "1"),
    /^Nothing answers at the address of Postgres: connect ECONNREFUSED \S+:1\. Start the server, or change ADDRESS\.$/
  ],
  [
    "a server without TLS",
    (url) => (url.search = "?uselibpqcompat=true&sslmode=require"),
    /^Postgres refused the connection: The server does not support (?:TLS|SSL).* Turn on TLS at the server, or remove sslmode from ADDRESS\.$/
  ]
]

/** The message of a pattern for what holds the address. */
const naming = ({ source }: RegExp, address: string) => new RegExp(source.replace("ADDRESS", address))

describe("a mistake in the Postgres address is not called temporary, and is reported without a password", () => {
  it.each(mistakes)("%s", async (_, change, message) => {
    const storage = postgres({ url: changed(change) })
    const error = await refusalOf(createRollcall({ storage, channel: simulator() }))
    expect(error.code).toBe("database_not_ready")
    expect(error.message).toMatch(naming(message, "storage\\.url"))
    expect(error.message).not.toContain("hunter2")
  })

  it.each(mistakes)("%s, with a host's pool", async (_, change, message) => {
    const pool = new pg.Pool({ connectionString: changed(change) })
    const error = await refusalOf(createRollcall({ storage: fromPool(pool), channel: simulator() }))
    await pool.end()
    expect(error.code).toBe("database_not_ready")
    expect(error.message).toMatch(naming(message, "the options of the pool"))
    expect(error.message).not.toContain("hunter2")
  })
})

describe("a pool ended by the host", () => {
  it("is reported when Rollcall opens, and at a later call", async () => {
    const pool = new pg.Pool({ connectionString: url })
    const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator(), workers: false })
    await pool.end()
    const said = /^The pool was ended: .* after Rollcall is closed\.$/
    const later = await refusalOf(rollcall.workspace("clinic"))
    await rollcall.close()
    const opening = await refusalOf(createRollcall({ storage: fromPool(pool), channel: simulator() }))
    for (const { code, message } of [later, opening]) {
      expect(code).toBe("database_not_ready")
      expect(message).toMatch(said)
    }
  })
})

describe("a database that was available when Rollcall opened", () => {
  it("is `unavailable` at a later call if its server has gone, and may be restarting", async () => {
    const pool = new pg.Pool({ connectionString: url })
    const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator(), workers: false })
    // A new connection of the pool goes to a port at which nothing listens, as while the server starts.
    pool.options.port = 1
    Object.assign(pool.options, { connectionString: changed((url) => (url.port = "1")) })
    const idle = await pool.connect()
    idle.release(true)
    const error = await refusalOf(rollcall.workspace("clinic"))
    expect(error.code).toBe("unavailable")
    expect(error.message).toContain("ECONNREFUSED")
    await rollcall.close()
    await pool.end()
  })
})

describe("missing migrations", () => {
  it.each([
    [
      "rollcall_x",
      /run `ROLLCALL_DATABASE_SCHEMA=rollcall_x rollcall migrate run`, or the statements of `ROLLCALL_DATABASE_SCHEMA=rollcall_x rollcall migrate print`$/
    ]
  ])("in the schema %s are run by the command in the error", async (schema, message) => {
    const storage = postgres({ url, schema, migrate: "check" })
    const error = await refusalOf(createRollcall({ storage, channel: simulator() }))
    expect(error.code).toBe("database_not_ready")
    expect(error.message).toMatch(message)
  })
})

describe("a SQLite file that cannot be used", () => {
  it.each([
    [
      "in a folder that is not there",
      "nowhere/rollcall.db",
      "database_not_ready",
      /its folder does not exist \(ENOENT\)\. Create it, or change storage\.filename\.$/
    ],
    ["that is a folder", ".", "database_not_ready", /it is a folder\. Change storage\.filename\.$/],
    [
      "below another file",
      "diary.txt/rollcall.db",
      "database_not_ready",
      /a part of its path is not a folder \(ENOTDIR\)\./
    ],
    ["that is no database", "diary.txt", "corrupt", /it is not a database of SQLite\. Change storage\.filename\.$/]
  ])("%s", async (_, name, code, message) => {
    writeFileSync(join(folder, "diary.txt"), "Dear diary, ".repeat(1_000))
    const storage = sqlite({ filename: join(folder, name) })
    const error = await refusalOf(createRollcall({ storage, channel: simulator() }))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`SQLite cannot use the file ${join(folder, name)}: `)
  })
})
