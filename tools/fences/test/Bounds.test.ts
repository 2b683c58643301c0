import { globSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { made, read, repository } from "../../Repository.ts"

/** Patterns for code that uses a limited resource of a process. */
const takers: ReadonlyArray<readonly [kind: string, text: RegExp]> = [
  ["thread", /\bnew Worker\(/g],
  ["process", /\bcluster\.fork\(|\bspawn\(/g],
  [
    "connection",
    /\bPgConnection\.make\(|\bnew DatabaseSync\(|\bpool\.connect\(\)|\bcreateServer\(\{|(?<![.\w])connect\(\w+Of\(/g
  ],
  ["stream", /\bHttpServerResponse\.stream\(/g],
  ["kept map", /^(?:export )?const \w+(?::[^=]+)? = (?:new (?:Map|Set)(?:<.*>)?\(\)|makeLruCache\b)/gm]
]

/** Every place that uses such a resource, and what limits its use. A new place needs a limit, and a line here. */
const places: ReadonlyArray<readonly [kind: string, file: string, bound: string]> = [
  ["thread", "packages/storage-sqlite/src/reading/ReadParts.ts", "the permits of AudienceWalks"],
  ["thread", "packages/storage-sqlite/src/reading/SearchThreads.ts", "its limit: one more than searches at once"],
  ["thread", "packages/storage-sqlite/src/file/Checkpointer.ts", "one for each database"],
  ["process", "packages/cli/src/serve/processes/ServerProcess.ts", "one for each place of the supervisor"],
  ["connection", "packages/cli/src/serve/Listener.ts", "maxConnections, and those that KeptConnections keeps"],
  ["connection", "packages/storage-postgres/src/Session.ts", "the sessions of SessionPool: walks have a third of them"],
  ["connection", "packages/storage-postgres/src/Session.ts", "the same, and one more to cancel a statement"],
  ["connection", "packages/storage-postgres/src/host/PoolClient.ts", "the pool of the host: walks have a third of it"],
  [
    "connection",
    "packages/storage-sqlite/src/reading/StoppableReader.ts",
    "one for each thread, and one for the process"
  ],
  ["connection", "packages/storage-sqlite/src/file/CheckpointWorker.ts", "one for each thread of Checkpointer"],
  ["connection", "packages/storage-sqlite/src/upkeep/Backup.ts", "one backup of the command line"],
  ["connection", "packages/storage-sqlite/src/upkeep/Backup.ts", "the same, which is checked"],
  ["stream", "packages/http/src/events/EventStream.ts", "the permits of StreamPermits"],
  ["stream", "packages/http/src/system/JsonAnswer.ts", "one page of an admitted request, which was read before"],
  ["kept map", "packages/core/src/sending/dispatch/DispatchStep.ts", "always empty"],
  ["kept map", "packages/core/src/people/opt-outs/ContactKeys.ts", "always empty"],
  ["kept map", "packages/core/src/operations/observability/Traces.ts", "its capacity"],
  ["kept map", "packages/core/src/people/workspaces/ZoneOfName.ts", "its capacity"],
  ["kept map", "packages/cli/src/serve/processes/HandedConnections.ts", "the processes of the supervisor"]
]

const product = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: repository, exclude: [...made] }).filter(
  (file) => !/\/(?:fake|testing|console)\//.test(file) && !file.includes("conformance") && !file.endsWith("testing.ts")
)

/** Returns the resources that a source uses, one entry for each use. */
const takenBy = (source: string): ReadonlyArray<string> =>
  takers.flatMap(([kind, text]) => Array.from(source.matchAll(text), () => kind))

describe("what a request can use", () => {
  it("has a limit wherever it is used: a thread, a process, a connection, a stream, a cached map", () => {
    const found = product.flatMap((file) => takenBy(read(file)).map((kind) => `${kind} ${file}`))
    expect(found.toSorted()).toEqual(places.map(([kind, file]) => `${kind} ${file}`).toSorted())
  })

  it("is found by its text", () => {
    expect(takenBy("const a = new Worker(file)")).toEqual(["thread"])
    expect(takenBy("const known = new Map<string, number>()\n  const own = new Map<string, number>()")).toEqual([
      "kept map"
    ])
  })
})
