// A consumer of events that is killed 20 times: it misses none, and repeats at most the one that it was killed at.
import { layerMemory as simulator } from "@rollcall/channel-simulator"
import { Workspaces, Contacts, Events, Rollcall, type RollcallEvent } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as postgres } from "@rollcall/storage-postgres"
import { Effect, Layer, Redacted, Stream } from "effect"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { systemCaller } from "@rollcall/core/shared"

const rollcall = Rollcall.layer.pipe(
  Layer.provide(TemplateCatalog.layerOf([])),
  Layer.provide(simulator()),
  Layer.provide(postgres({ url: Redacted.make(process.env["DATABASE_URL"] ?? "") }))
)
const workspaceOf = Workspaces.use(({ ensure }) => ensure("clinic"))

const kills = 20
const writers = 4
let killed = 0

/** Writes down each event and then its cursor. Killed between the two, it sees the event again. */
const consume = Effect.gen(function* () {
  const [events, { uuid: workspace }] = [yield* Events, yield* workspaceOf]
  const after = existsSync("cursor") ? readFileSync("cursor", "utf8") : null
  const handle = Effect.fnUntraced(function* (event: RollcallEvent) {
    appendFileSync("seen", `${event.cursor} ${event.type} ${"contactUuid" in event ? event.contactUuid : ""}\n`)
    yield* Effect.sleep("2 millis")
    writeFileSync("cursor.new", event.cursor)
    renameSync("cursor.new", "cursor")
  })
  yield* Stream.runForEach(events.stream(systemCaller(workspace), { after }), handle)
})

/** Creates a contact and updates it until every kill is done. Returns its uuid and how many events that makes. */
const write = Effect.gen(function* () {
  const [contacts, { uuid: workspace }] = [yield* Contacts, yield* workspaceOf]
  const { uuid } = yield* contacts.create(systemCaller(workspace), { email: "ada@example.org" })
  for (let changes = 1; ; changes++) {
    if (killed === kills) return [uuid, changes] as const
    yield* contacts.update(systemCaller(workspace), uuid, { firstName: `Ada the ${changes}` })
    yield* Effect.sleep("100 millis")
  }
})

/** The lines of the events that were seen, repeated ones included. */
const seen = () => (existsSync("seen") ? readFileSync("seen", "utf8").trimEnd().split("\n") : [])

/** Runs a consumer until it has seen enough, and kills it. */
const runConsumer = async (isEnough: () => boolean) => {
  const consumer = spawn(process.execPath, [import.meta.filename, "consume"], { stdio: "inherit" })
  while (!isEnough() && consumer.exitCode === null) await setTimeout(2)
  if (consumer.kill("SIGKILL")) await once(consumer, "exit")
  assert.equal(consumer.signalCode, "SIGKILL")
}

/** Kills consumers one after the other, each a bit later than the one before. */
const killAll = async () => {
  for (; killed < kills; killed++) {
    const enough = seen().length + 1 + 5 * killed
    await runConsumer(() => seen().length >= enough)
  }
}

if (process.argv[2] === "consume") {
  await Effect.runPromise(Effect.provide(consume, rollcall))
} else {
  const writing = Effect.all(
    Array.from({ length: writers }, () => write),
    { concurrency: "unbounded" }
  )
  const written = Effect.runPromise(Effect.provide(writing, rollcall))
  await killAll()
  const changes = await written
  const count = changes.reduce((sum, [, events]) => sum + events, 0)
  await runConsumer(() => new Set(seen()).size === count)

  const lines = seen()
  const repeated = lines.filter((line, index) => line === lines[index - 1])
  const events = lines.filter((line, index) => line !== lines[index - 1])
  assert.equal(new Set(events).size, events.length, "an event was repeated that was not the last one before a kill")
  assert.ok(repeated.length <= kills)
  for (const [uuid, number] of changes) {
    const types = events.flatMap((line) => (line.endsWith(uuid) ? [line.split(" ")[1]] : []))
    assert.deepEqual(types, ["contact.created", ...Array.from({ length: number - 1 }, () => "contact.updated")])
  }
  console.log(`${count} events, ${kills} kills, ${repeated.length} repeated`)
}
