import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, FileSystem } from "effect"
import { serve } from "../src/Serve.ts"

/** Starts that are refused: the environment, and the one line that is said. `%` stands for the folder. */
const refusals: ReadonlyArray<readonly [title: string, env: Record<string, string>, line: string | RegExp]> = [
  [
    "an address of another machine",
    { ROLLCALL_HOST: "192.0.2.1", ROLLCALL_PORT: "0" },
    "ROLLCALL_HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)"
  ],
  [
    "a database server that does not answer, without its password",
    { ROLLCALL_DATABASE_URL: "postgres://user:secret@127.0.0.1:1/rollcall" },
    "ROLLCALL_DATABASE_URL: postgres://127.0.0.1:1: PgConnection: Failed to connect"
  ],
  [
    "a database in a folder that is not there",
    { ROLLCALL_DATABASE_URL: "sqlite:%/nowhere/rollcall.db" },
    "ROLLCALL_DATABASE_URL: %/nowhere/rollcall.db: there is no such file or directory"
  ],
  [
    "a file that is no database",
    { ROLLCALL_DATABASE_URL: "sqlite:%/letter.txt" },
    "ROLLCALL_DATABASE_URL: %/letter.txt: it is damaged or is not a database of Rollcall"
  ],
  ["a database that is a folder", { ROLLCALL_DATABASE_URL: "sqlite:%" }, "ROLLCALL_DATABASE_URL: %: it is a directory"],
  [
    "a journal in a folder that is not there",
    { ROLLCALL_SIMULATOR_JOURNAL: "%/nowhere/journal.jsonl" },
    "ROLLCALL_SIMULATOR_JOURNAL: %/nowhere/journal.jsonl: there is no such file or directory"
  ],
  [
    "templates that are not there",
    { ROLLCALL_TEMPLATES: "%/none.json" },
    "ROLLCALL_TEMPLATES: %/none.json: there is no such file or directory"
  ],
  [
    "templates that are not JSON",
    { ROLLCALL_TEMPLATES: "%/letter.txt" },
    /^ROLLCALL_TEMPLATES: \S+\/letter\.txt: it is not JSON: .+$/
  ],
  [
    "a template with a wrong member",
    { ROLLCALL_TEMPLATES: "%/wrong.json" },
    /^ROLLCALL_TEMPLATES: \S+\/wrong\.json: \[1\]\.cards\[0\]\.header: Expected .+$/
  ],
  [
    "a template with a member that is none",
    { ROLLCALL_TEMPLATES: "%/surplus.json" },
    /^ROLLCALL_TEMPLATES: \S+\/surplus\.json: \[0\]\.botons: .+$/
  ]
]

const plain = { kind: "plain", name: "one", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }

const carousel = {
  kind: "carousel",
  name: "two",
  locale: "en",
  status: "approved",
  body: 1,
  cards: [{ header: "audio", body: 1, buttons: 0 }]
}

describe("a start is refused with one line that names the variable and what is wrong", () => {
  it.live.each(refusals)("%s", ([, env, line]) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ prefix: "rollcall-refusals-" })
      yield* files.writeFileString(`${folder}/letter.txt`, "Dear database,\n".repeat(100))
      yield* files.writeFileString(`${folder}/wrong.json`, JSON.stringify([plain, carousel]))
      yield* files.writeFileString(`${folder}/surplus.json`, JSON.stringify([{ ...plain, botons: 1 }]))
      const inFolder = (text: string) => text.replace("%", folder)
      const all = { ROLLCALL_DATABASE_URL: "sqlite:%/rollcall.db", ROLLCALL_PORT: "0", ...env }
      const provider = ConfigProvider.fromEnv({
        env: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, inFolder(value)]))
      })
      const refused = yield* serve.pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, provider),
        Effect.flip,
        Effect.timeout("10 seconds")
      )
      if (typeof line === "string") assert.strictEqual(refused.message, inFolder(line))
      else assert.match(refused.message, line)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
