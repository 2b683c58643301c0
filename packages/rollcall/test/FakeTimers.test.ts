import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { testPreset, virtualClock } from "rollcall/testing"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { reminders } from "./Reminders.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-timers-"))

afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("calls under a test runner's fake timers", () => {
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
    const broadcast = await clinic.broadcasts.create(reminders(1))
    // The second one finds a broadcast that is not only scheduled, and waits for what may still be written.
    for (let times = 0; times < 2; times++) {
      expect((await clinic.broadcasts.cancel(broadcast.uuid)).status).toBe("cancelled")
    }
    expect((await rollcall.fetch(new Request("http://host/v1/contacts"))).status).toBe(401)
    await rollcall.close()
  })

  it("advance with the test's own clock", async () => {
    vi.useFakeTimers()
    const clock = virtualClock()
    const rollcall = await createRollcall(testPreset(clock))
    const clinic = await rollcall.workspace("clinic")
    const scheduledFor = new Date(clock.now().getTime() + 7 * 86_400_000)
    const { uuid } = await clinic.broadcasts.create({ ...reminders(1), scheduledFor })
    await clock.advance("8 days")
    expect((await clinic.broadcasts.get(uuid)).broadcast.status).toBe("completed")
    await rollcall.close()
  })

  it("run due work when the runner's clock advances", async () => {
    vi.useFakeTimers({ now: 0 })
    const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
    const clinic = await rollcall.workspace("clinic")
    const scheduledFor = new Date(7 * 86_400_000)
    const { uuid } = await clinic.broadcasts.create({ ...reminders(1), scheduledFor })
    const status = async () => (await clinic.broadcasts.get(uuid)).broadcast.status
    await vi.advanceTimersByTimeAsync(6 * 86_400_000)
    expect(await status()).toBe("scheduled")
    await vi.advanceTimersByTimeAsync(2 * 86_400_000)
    expect(await status()).toBe("completed")
    await rollcall.close()
  })
})
