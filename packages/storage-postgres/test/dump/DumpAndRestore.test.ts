import { assert, describe, it } from "@effect/vitest"
import type { Storage, WorkspaceUuid } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, EventStore } from "@rollcall/core/storage"
import { Context, Effect, Fiber, Redacted, Schema } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, nameOfDamage } from "../../src/index.ts"
import { anotherPool, migrate as migrateDatabase, newContact, newWorkspace } from "../Fixture.ts"
import { systemPrograms } from "../server/Binaries.ts"
import { freshDatabase, withDatabase } from "../server/Databases.ts"
import { quickSettings, startServer } from "../server/EmbeddedServer.ts"

/** Before changes are merged a missing program fails the test. */
const lacksPrograms = process.env["CI"] !== "true" && systemPrograms === undefined

/** Runs a program of PostgreSQL, and returns its exit code and what it said. */
const run = (program: string, args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number; readonly said: string }>((resume) => {
    execFile(join(systemPrograms ?? "", program), args, (error, stdout, stderr) => {
      resume(Effect.succeed({ code: error === null ? 0 : 1, said: `${stdout}${stderr}` }))
    })
  })

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rollcall-dump-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A server of the same version as the programs. */
const server = Effect.acquireRelease(
  Effect.promise(() => startServer(quickSettings, systemPrograms)),
  ({ stop }) => Effect.promise(stop)
)

const names = (url: Redacted.Redacted) =>
  withDatabase(url, (sql) => sql<{ readonly uuid: string }>`SELECT uuid FROM contacts`)

const decodeNumber = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ number: Schema.Number })]))

/** How many transactions the server of a database has counted. */
const transactions = (url: Redacted.Redacted) =>
  Effect.map(
    withDatabase(url, (sql) => Effect.flatMap(sql`SELECT pg_current_xact_id()::text::float8 AS number`, decodeNumber)),
    ([{ number }]) => number
  )

/** Reads all events of a workspace after a cursor: their contacts, and the cursor where they end. */
const readAll = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  workspace: WorkspaceUuid,
  after: string | null
) {
  const contacts: Array<string> = []
  for (let next = after; ;) {
    const page = yield* Context.get(pool, EventStore).read(workspace, { after: next, types: null, limit: 100 })
    if (page._tag !== "Read") return assert.fail(`the cursor is ${page._tag}`)
    contacts.push(...page.events.flatMap((event) => ("contactUuid" in event ? [event.contactUuid] : [])))
    if (!page.hasMore) return { contacts, next: page.next }
    next = page.next
  }
})

const dump = (url: Redacted.Redacted, file: string, options: ReadonlyArray<string>) =>
  run("pg_dump", ["--format=custom", "--schema=rollcall", ...options, `--file=${file}`, Redacted.value(url)])

const restore = (url: Redacted.Redacted, file: string, options: ReadonlyArray<string>) =>
  run("pg_restore", [...options, "--no-owner", `--dbname=${Redacted.value(url)}`, file])

describe.skipIf(lacksPrograms)("a dump made with the documented commands", () => {
  it.live(
    "contains everything committed before it began, under load, and its restore on a newer server is complete (E2, K6)",
    () =>
      Effect.gen(function* () {
        const [{ url: address }, { url: younger }] = yield* Effect.all([server, server], { concurrency: 2 })
        const file = join(yield* temporaryFolder, "rollcall.dump")
        const url = yield* freshDatabase(address)
        yield* migrateDatabase(url)
        const pool = yield* anotherPool(url)
        const store = Context.get(pool, ContactStore)
        const workspace = yield* newWorkspace
        const load = { answered: new Array<string>(), isOver: false }
        const write = Effect.gen(function* () {
          while (!load.isOver) {
            const contact = yield* newContact(workspace, { firstName: "Ada" })
            yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
            load.answered.push(contact.uuid)
          }
        })
        const writers = yield* Effect.forkScoped(Effect.all([write, write, write], { concurrency: 3, discard: true }))
        yield* Effect.sleep("300 millis")
        const before = [...load.answered]
        assert.isAbove(before.length, 0)
        const seen = yield* readAll(pool, workspace, null)
        assert.isAbove(seen.contacts.length, 0)
        const extensions = ["--extension=pg_trgm", "--extension=btree_gin"]
        assert.deepStrictEqual(yield* dump(url, file, extensions), { code: 0, said: "" })
        load.isOver = true
        yield* Fiber.join(writers)
        assert.isAbove(load.answered.length, before.length)

        const restored = yield* freshDatabase(younger)
        const atOnce = ["--exit-on-error", "--single-transaction"]
        assert.deepStrictEqual(yield* restore(restored, file, atOnce), { code: 0, said: "" })
        const kept = new Set((yield* names(restored)).map(({ uuid }) => uuid))
        assert.deepStrictEqual(
          before.filter((uuid) => !kept.has(uuid)),
          []
        )
        assert.deepStrictEqual(yield* migrate.inspect({ url: restored }), { damages: [], counts: [] })

        assert.isBelow(yield* transactions(restored), yield* transactions(url))
        const later = yield* readAll(yield* anotherPool(restored), workspace, seen.next)
        assert.deepStrictEqual([...seen.contacts, ...later.contacts].toSorted(), [...kept].toSorted())
      }),
    60_000
  )

  it.live(
    "without the extensions lacks two indexes, which a check reports and a repair creates (K3, K6)",
    () =>
      Effect.gen(function* () {
        const { url: address } = yield* server
        const file = join(yield* temporaryFolder, "rollcall.dump")
        const url = yield* freshDatabase(address)
        yield* migrateDatabase(url)
        yield* dump(url, file, [])
        const restored = yield* freshDatabase(address)
        assert.include((yield* restore(restored, file, [])).said, "errors ignored on restore: 2")
        const { damages } = yield* migrate.inspect({ url: restored })
        assert.deepStrictEqual(damages.map(nameOfDamage), [
          "extension pg_trgm (missing)",
          "extension btree_gin (missing)",
          "index contacts_by_trigram of contacts (missing)",
          "index contact_values_by_trigram of contact_values (missing)"
        ])
        assert.deepStrictEqual((yield* migrate.repair({ url: restored })).left, [])
        assert.deepStrictEqual(yield* migrate.inspect({ url: restored }), { damages: [], counts: [] })
      }),
    60_000
  )
})
