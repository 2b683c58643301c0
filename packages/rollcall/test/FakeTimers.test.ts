import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rollcall-timers-"))

afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("calls under the faked timers of a test runner", () => {
  it.each([
    ["memory", () => memory()],
    ["SQLite in memory", () => sqlite({ filename: ":memory:" })],
    ["an SQLite file", () => sqlite({ filename: join(folder, "store.db") })]
  ])("return on %s", async (_, storage) => {
    vi.useFakeTimers()
    const rollcall = await createRollcall({ storage: storage(), channel: simulator(), http: {} })
    const clinic = await rollcall.workspace("clinic")
    const { uuid } = await clinic.contacts.create({ email: "ada@example.org" })
    expect((await clinic.contacts.search({ searchTerm: "ada" })).total).toBe(1)
    expect((await clinic.contacts.get(uuid)).email).toBe("ada@example.org")
    expect((await rollcall.fetch(new Request("http://host/v1/contacts"))).status).toBe(401)
    await rollcall.close()
  })
})
