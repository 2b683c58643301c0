import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rollcall-events-"))
afterAll(() => rmSync(folder, { recursive: true }))

const program = join(import.meta.dirname, "../src/main.ts")

/** Runs the program until it has processed some events, kills it, and returns the events' cursors. */
const killedAfter = async (count: number) => {
  const run = spawn(process.execPath, ["--conditions=rollcall-source", program], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const cursors: Array<number> = []
  for await (const line of createInterface(run.stdout)) {
    cursors.push(Number(line))
    if (cursors.length === count) run.kill("SIGKILL")
  }
  if (run.exitCode === null && run.signalCode === null) await once(run, "exit")
  expect(run.signalCode).toBe("SIGKILL")
  return cursors
}

it("E2: a copy of the contacts continues after each crash, and is complete", async () => {
  const rollcall = await createRollcall({
    storage: sqlite({ filename: join(folder, "clinic.db") }),
    channel: simulator()
  })
  const clinic = await rollcall.workspace("clinic")
  const expected: Array<{ readonly uuid: string; readonly name: string }> = []
  for (let index = 0; index < 30; index++) {
    const { uuid } = await clinic.contacts.create({ firstName: `Zoë ${index}`, email: `zoe${index}@example.org` })
    if (index % 10 === 3) await clinic.contacts.erase(uuid)
    else expected.push({ uuid, name: `Zoë ${index}` })
  }
  const events = (await clinic.events.read({ limit: 1_000 })).events.map(({ cursor }) => Number(cursor))
  expect(events.length).toBe(33)
  await rollcall.close()

  const mirror = new DatabaseSync(join(folder, "mirror.db"))
  const seen: Array<number> = []
  let left = events.length
  while (left > 0) {
    seen.push(...(await killedAfter(Math.min(left, 20))))
    const kept = Number(mirror.prepare("SELECT cursor FROM cursors").get()?.["cursor"])
    left = events.filter((cursor) => cursor > kept).length
  }
  // Each run continues after the stored cursor, so no cursor occurs twice.
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))

  const patients = mirror.prepare("SELECT uuid, name FROM patients ORDER BY uuid").all()
  mirror.close()
  expect(patients).toEqual(expected.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)))
}, 60_000)
