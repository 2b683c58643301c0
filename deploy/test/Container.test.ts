import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { Accepted, ask, ContactPage, detailsWhen, live, reminderTo } from "../../packages/cli/test/serve/Calls.ts"
import { bootstrapToken, listeningUrl, spawnProgram } from "../../packages/cli/test/serve/ServerProcess.ts"
import { commandIn, firstProcess, lacksContainers, rightsOf } from "./container/Container.ts"
import { makeFileTree } from "./container/FileTree.ts"
import { readImages } from "./container/Image.ts"
import { bundleProgram, programFile } from "../../tools/release/packages/BundleProgram.ts"

const image = readImages().get("server")
if (image === undefined) throw new Error("The Dockerfile has no stage `server`")

const freePort = Effect.callback<string>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" ? `${address?.port}` : "")))
  })
})

describe.skipIf(lacksContainers)("the image's files, read-only, and a user without rights", () => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-container-"))
  const mounted = { image, root: join(folder, "root"), data: join(folder, "data") }
  const size = { bytes: 0 }

  beforeAll(async () => {
    const build = join(folder, "build")
    for (const name of ["build/data", "root", "data"]) mkdirSync(join(folder, name), { recursive: true })
    await bundleProgram([build])
    const program = `/src/packages/cli/dist/${programFile}`
    size.bytes = makeFileTree(mounted.root, image, {
      [program]: join(build, programFile),
      [`${program}.LICENSES.txt`]: join(build, `${programFile}.LICENSES.txt`),
      "/data": join(build, "data")
    })
    chownSync(mounted.data, 65_532, 65_532)
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  const start = (program: ReadonlyArray<string>, env: Readonly<Record<string, string>>, inside?: number) =>
    spawnProgram({ folder, command: commandIn(mounted, program, { environment: env, inside }), env: {} })

  const run = Effect.fnUntraced(function* (...args: Parameters<typeof start>) {
    const { child, stderr, stdout } = yield* start(...args)
    return { code: Number(yield* child.exitCode), said: (yield* stdout.whole) + (yield* stderr.whole) }
  }, Effect.scoped)

  it("D4: have less than 200 MB in total", () => {
    assert.isBelow(size.bytes, 200_000_000)
    console.log(`${(size.bytes / 1e6).toFixed(1)} MB`)
  })

  it.live(
    "D4: serve, import, search and send, write only to /data, are healthy, and stop at the signal",
    () =>
      Effect.gen(function* () {
        const env = { ROLLCALL_PORT: yield* freePort, ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken }
        const server = yield* start(image.command, env)
        const url = (yield* listeningUrl(server)).replace("0.0.0.0", "127.0.0.1")
        const first = firstProcess(server.child.pid)
        // The process has changed its user, so it would outlive the command that created the container.
        yield* Effect.addFinalizer(() => Effect.ignore(Effect.try(() => process.kill(first, "SIGKILL"))))
        const rights = rightsOf(first)
        assert.deepInclude(rights, {
          Uid: "65532 65532 65532 65532",
          Groups: "",
          NSpid: `${first} 1`,
          CapEff: "0".repeat(16),
          CapPrm: "0".repeat(16),
          NoNewPrivs: "1"
        })

        const write = `for (const path of ["/x", "/app/x", "/tmp/x", "/data/x"]) try { fs.writeFileSync(path, "") } catch ({ code }) { console.log(path, code) }`
        const written = yield* run(["/nodejs/bin/node", "-e", write], env, first)
        assert.strictEqual(written.said, "/x EROFS\n/app/x EROFS\n/tmp/x EROFS\n")
        assert.deepInclude(yield* run(image.healthCheck, env, first), { code: 0 })

        const rows = Array.from({ length: 2_000 }, (_, i) => `Ada ${i},+4930${1_000_000 + i}`)
        writeFileSync(join(mounted.data, "people.csv"), ["first_name,phone_number", ...rows].join("\n"))
        const client = { ...env, ROLLCALL_TOKEN: bootstrapToken }
        // The image sets the server's database, so a command needs `--url` to use the server instead.
        const imported = [...image.command.slice(0, -1), "contacts", "import", "people.csv", "--url", url]
        assert.deepInclude(yield* run(imported, client, first), { code: 0 })
        const search = { advanced_search: [{ field: "first_name", operator: "contains", value: "ada 19" }] }
        const found = yield* ask({ url }, ["POST", "/v1/contacts/search", search], [200, ContactPage])
        assert.strictEqual(found.pagination.total, 111)
        const { uuid: broadcast } = yield* ask(
          { url },
          ["POST", "/broadcasts", reminderTo(["4930901"])],
          [202, Accepted]
        )
        yield* detailsWhen({ url }, broadcast, ({ read }) => read === 1)

        const files = readdirSync(mounted.data)
        for (const name of ["rollcall.db", "rollcall.db.simulator.jsonl"]) {
          assert.include(files, name)
          const { mode, uid } = statSync(join(mounted.data, name))
          assert.deepStrictEqual([uid, (mode & 0o777).toString(8)], [65_532, "600"], name)
        }
        yield* Effect.sync(() => process.kill(first, image.stopSignal))
        assert.strictEqual(yield* server.child.exitCode, 0)
        assert.notInclude(yield* server.stderr.whole, "EROFS")
        const gone = yield* run(image.healthCheck, env)
        assert.deepInclude(gone, { code: 1, said: `http://127.0.0.1:${env.ROLLCALL_PORT}/health: no answer\n` })
      }).pipe(Effect.scoped, Effect.provide(live)),
    90_000
  )
})
