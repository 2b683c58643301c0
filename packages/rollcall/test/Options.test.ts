import { MessageChannel } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRollcall, type RollcallError, type RollcallSettings } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rollcall-promises-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reminder = {
  name: "Reminders",
  templateName: "reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name"] },
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë" } } }]
}

/** A template of the host. */
const template = {
  kind: "plain",
  name: "reminder",
  locale: "en",
  status: "approved",
  header: null,
  body: 1,
  buttons: 0
} as const

/** A channel whose lookups die, so that the background work has something to log. */
const channel = Layer.succeed(
  MessageChannel,
  MessageChannel.of({
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    senders: () => Effect.succeed([]),
    send: () => Effect.succeed("1"),
    lookup: () => Effect.succeed([]),
    listen: () => Effect.die(new Error("no inbound side"))
  })
)

describe("createRollcall", () => {
  const wrong: ReadonlyArray<readonly [settings: RollcallSettings, path: ReadonlyArray<string>]> = [
    [{ dispatch: { lease: "soon" } }, ["settings", "dispatch", "lease"]],
    [{ dispatch: { lease: -1 } }, ["settings", "dispatch", "lease"]],
    [{ dispatch: { chunk: 0 } }, ["settings", "dispatch", "chunk"]],
    [{ imports: { batch: 1.5 } }, ["settings", "imports", "batch"]]
  ]

  it.each(wrong)("rejects the settings %j", async (settings, path) => {
    const opening = createRollcall({ storage: memory(), channel: simulator(), settings })
    await expect(opening).rejects.toMatchObject({ code: "invalid_input", issues: [{ path }] })
  })

  it("accepts settings: identifiers may be unique", async () => {
    const settings = { contacts: { uniqueIdentifiers: true }, dispatch: { lease: "90 seconds", retryAfter: 10 } }
    const rollcall = await createRollcall({ storage: memory(), channel: simulator(), settings })
    const clinic = await rollcall.workspace("clinic")
    await clinic.contacts.create({ email: "ada@example.org" })
    const again = clinic.contacts.create({ email: "Ada@example.org" })
    await expect(again).rejects.toMatchObject({ issues: [{ code: "already_exists", path: ["email"] }] })
    await rollcall.close()
  })

  it("closes what it has opened when it fails", async () => {
    const opening = createRollcall({ storage: sqlite({ filename: folder }), channel: simulator() })
    const error = await opening.catch((error: RollcallError) => error)
    expect(error).toMatchObject({ name: "RollcallError", code: "database_not_ready" })
    expect(error).toHaveProperty("cause")
  })

  it("creates no tables with `check`", async () => {
    const filename = join(folder, "unmigrated.db")
    const database = new DatabaseSync(filename)
    for (const storage of [sqlite({ filename, migrate: "check" }), sqlite({ database, migrate: "check" })]) {
      const opening = createRollcall({ storage, channel: simulator() })
      await expect(opening).rejects.toMatchObject({ code: "database_not_ready" })
    }
    expect(database.prepare("SELECT name FROM sqlite_schema").all()).toEqual([])
    database.close()
  })

  it("accepts the host's channel and templates; warnings and errors go only to the host's log", async () => {
    const lines: Array<readonly [level: string, message: string]> = []
    const rollcall = await createRollcall({
      storage: memory(),
      channel,
      templates: [template],
      log: (level, message) => lines.push([level, message])
    })
    const clinic = await rollcall.workspace("clinic")
    expect((await clinic.broadcasts.create(reminder)).recipients).toBe(1)
    await rollcall.close()
    expect(lines[0]).toEqual(["error", "an iteration of background work failed"])
  })

  it("accepts broadcasts without workers, and another process sends them", async () => {
    const storage = sqlite({ filename: join(folder, "shared.db") })
    const accepting = await createRollcall({ storage, channel, templates: [template], workers: false })
    const { uuid } = await (await accepting.workspace("clinic")).broadcasts.create(reminder)
    await new Promise((resolve) => setTimeout(resolve, 700))
    const before = await (await accepting.workspace("clinic")).broadcasts.get(uuid)
    expect(before).toMatchObject({ broadcast: { status: "scheduled" }, counters: { sent: 0 } })
    await accepting.close()

    const sending = await createRollcall({ storage, channel, templates: [template] })
    const clinic = await sending.workspace("clinic")
    await expect.poll(async () => (await clinic.broadcasts.get(uuid)).counters.sent, { timeout: 10_000 }).toBe(1)
    await sending.close()
  })
})

describe("a process", () => {
  it("ends after close, prints nothing by default, and loads no storage that it does not import", () => {
    const file = join(folder, "host.mts")
    const packages = join(import.meta.dirname, "..", "src")
    writeFileSync(
      file,
      `import { registerHooks } from "node:module"
       const loaded = []
       registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
       const { createRollcall } = await import(${JSON.stringify(join(packages, "index.ts"))})
       if (loaded.some((url) => /storage-|packages\\/http|platform/.test(url))) process.exit(2)
       const { sqlite } = await import(${JSON.stringify(join(packages, "sqlite.ts"))})
       const { simulator } = await import(${JSON.stringify(join(packages, "simulator.ts"))})
       const rollcall = await createRollcall({ storage: sqlite({ filename: process.argv[2] }), channel: simulator() })
       const clinic = await rollcall.workspace("clinic")
       await clinic.contacts.create({ email: "ada@example.org" })
       await rollcall.close()
       if (loaded.some((url) => /storage-(memory|postgres)/.test(url))) process.exit(3)
       process.exitCode = (await clinic.contacts.search().catch(() => null)) === null ? 7 : 1`
    )
    const run = spawnSync(process.execPath, ["--conditions=rollcall-source", file, join(folder, "process.db")], {
      encoding: "utf8",
      timeout: 25_000
    })
    expect(run).toMatchObject({ status: 7, stdout: "", stderr: "" })
  })
})
