import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serve } from "../../src/serve/Serve.ts"
import { readSettings } from "../../src/serve/settings/Settings.ts"
import { StartRefused } from "../../src/serve/index.ts"
import { commandLayer, inFolder } from "./Commands.ts"
import { carousel, plain } from "./TemplateFixture.ts"

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
    "ROLLCALL_DATABASE_URL: postgres://127.0.0.1:1: Nothing answers at the address of Postgres: connect ECONNREFUSED 127.0.0.1:1. Start the server, or change ROLLCALL_DATABASE_URL."
  ],
  [
    "a database server that there is not",
    { ROLLCALL_DATABASE_URL: "postgres://user:secret@nowhere.invalid/rollcall" },
    /^ROLLCALL_DATABASE_URL: postgres:\/\/nowhere\.invalid: (Nothing answers at the address of|No answer from) Postgres: getaddrinfo \w+ nowhere\.invalid\. /
  ],
  [
    "a database in a folder that is not there",
    { ROLLCALL_DATABASE_URL: "sqlite:%/nowhere/rollcall.db" },
    "ROLLCALL_DATABASE_URL: %/nowhere/rollcall.db: no such file or directory"
  ],
  [
    "a journal in a folder that is not there",
    { ROLLCALL_SIMULATOR_JOURNAL: "%/nowhere/journal.jsonl" },
    "ROLLCALL_SIMULATOR_JOURNAL: %/nowhere/journal.jsonl: no such file or directory"
  ],
  [
    "templates that are not there",
    { ROLLCALL_TEMPLATES: "%/none.json" },
    "ROLLCALL_TEMPLATES: %/none.json: no such file or directory"
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

const contents = {
  "letter.txt": "Dear database,\n".repeat(100),
  "wrong.json": [plain, { ...carousel, cards: [{ header: "audio", body: 1, buttons: 0 }] }],
  "surplus.json": [{ ...plain, botons: 1 }]
}

describe("a start fails with one line that names the variable and the error", () => {
  it.live.each(refusals)("%s", ([, env, line]) =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inFolder(
        () => Effect.timeout(Effect.flatMap(readSettings, serve), "25 seconds"),
        contents
      )
      const all = {
        ROLLCALL_DATABASE_URL: "sqlite:%/rollcall.db",
        ROLLCALL_DATABASE_WAIT: "0 seconds",
        ROLLCALL_PORT: "0",
        ...env
      }
      const { failure } = yield* run([], all)
      assertRefused(failure, StartRefused, line)
    }).pipe(Effect.provide(commandLayer))
  )
})
