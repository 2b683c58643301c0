import { mkdtempSync, rmSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

// `npm run count:files` counts the packages' source files with functions that V8 calls during a request: creating a
// contact, searching, and accepting a broadcast. `--store=sqlite` counts on SQLite, `--list` prints the files.
const isSqlite = process.argv.includes("--store=sqlite")
const directory = mkdtempSync(join(tmpdir(), "rollcall-counts-"))
const rollcall = await createRollcall({
  storage: isSqlite ? sqlite({ filename: join(directory, "counts.db") }) : memory(),
  channel: simulator(),
  workers: false,
  log: () => {}
})
const { accessTokens } = await rollcall.workspace("counts")
const { token } = await accessTokens.create({})

const send = async (path: string, json: object) => {
  const body = JSON.stringify(json)
  const headers = { authorization: `Bearer ${token}`, "content-length": String(Buffer.byteLength(body)) }
  const answer = await rollcall.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, body }))
  if (!answer.ok) throw new Error(await answer.text())
}

const recipient = { identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }
const template = { template_name: "appointment_reminder", locale: "en", parameters: { body_order: ["name", "time"] } }
const requests = {
  "create a contact": (n: number) => send("/v1/contacts", { first_name: "Zoë", email: `zoe${n}@example.org` }),
  search: () => send("/v1/contacts/search", { search_term: "zoë" }),
  "accept a broadcast": (n: number) =>
    send("/broadcasts", {
      ...{ channel_type: "chatapp", name: "Reminders", from: "493090180", client_unique_identifier: `reminders ${n}` },
      ...template,
      recipients: [recipient]
    })
}

const session = new Session()
session.connect()
await session.post("Profiler.enable")
for (const [name, request] of Object.entries(requests)) {
  // The first requests create objects that are created once, such as the handler and its caches.
  for (const n of [1, 2, 3]) await request(n)
  await session.post("Profiler.startPreciseCoverage", { callCount: true })
  await session.post("Profiler.takePreciseCoverage")
  await request(4)
  const { result } = await session.post("Profiler.takePreciseCoverage")
  await session.post("Profiler.stopPreciseCoverage")
  const files = result.flatMap(({ functions, url }) => {
    const [, file] = /\/packages\/([^/]+\/src\/.+)$/.exec(url) ?? []
    return file !== undefined && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)) ? [file] : []
  })
  console.log(`${name}: ${files.length} files`)
  if (process.argv.includes("--list")) console.log(files.toSorted().join("\n"))
}
await rollcall.close()
rmSync(directory, { recursive: true })
