import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { variables } from "@rollcall/cli/serve"
import { Schema } from "effect"
import { describe, expect } from "vitest"
import { parse } from "yaml"
import { FakeOptions } from "../../../packages/channel-whatsapp/src/fake/FakeScript.ts"
import { missingIn } from "./FileTree.ts"
import { readImages } from "./Image.ts"
import { executables, programFile } from "../../../tools/release/packages/BundleProgram.ts"
import { read, repository } from "../../../tools/Repository.ts"

const images = readImages()
const image = images.get("server")
if (image === undefined) throw new Error("The Dockerfile has no stage `server`")

const Service = Schema.Struct({
  image: Schema.String,
  read_only: Schema.Boolean,
  cap_drop: Schema.Array(Schema.String),
  security_opt: Schema.Array(Schema.String),
  profiles: Schema.optionalKey(Schema.Array(Schema.String)),
  command: Schema.optionalKey(Schema.Array(Schema.String)),
  environment: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
const Compose = Schema.Struct({ services: Schema.Record(Schema.String, Service) })
const { services } = Schema.decodeUnknownSync(Compose)(parse(read("compose.yaml"), { merge: true }))

describe("the Dockerfile", () => {
  it("D4: builds the server stage last, from the build's file, for a user without rights", () => {
    assert.strictEqual(Array.from(images.keys()).at(-1), "server")
    expect(image.base).toMatch(/^gcr\.io\/distroless\/nodejs24-debian13:nonroot$/)
    expect(executables.map((folder) => join(folder, programFile))).toContain(
      join(repository, "packages/cli/dist", programFile)
    )
    assert.deepStrictEqual(
      image.copies.flatMap(({ sources, stage }) => (stage === "build" ? sources : [])),
      [`/src/packages/cli/dist/${programFile}`, `/src/packages/cli/dist/${programFile}.LICENSES.txt`, "/data"]
    )
    assert.deepInclude(image, { user: "65532:65532", folder: "/data", volumes: ["/data"], stopSignal: "SIGTERM" })
    assert.deepStrictEqual(image.command, [
      "/nodejs/bin/node",
      "--max-semi-space-size=32",
      `/app/${programFile}`,
      "serve"
    ])
    assert.deepStrictEqual(image.healthCheck, ["/nodejs/bin/node", `/app/${programFile}`, "health"])
    assert.strictEqual(image.labels["org.opencontainers.image.title"], "Rollcall")
  })

  it("copies only existing files, and nothing that the build context excludes", () => {
    const ignored = new Set(read(".dockerignore").split("\n"))
    for (const [stage, { copies }] of images) {
      const sources = copies.flatMap((copy) => (copy.stage === null ? copy.sources : []))
      assert.deepStrictEqual(missingIn({ ...image, copies }), [], stage)
      assert.deepStrictEqual(
        sources.filter((source) => ignored.has(source)),
        [],
        stage
      )
    }
    // The context must contain the root files that `npm ci` and the build read.
    const needed = [
      "package.json",
      "package-lock.json",
      "patches",
      "packages",
      "bench",
      "examples",
      "tools",
      "tsconfig.build.json"
    ]
    assert.deepStrictEqual(
      needed.filter((name) => ignored.has(name) || !readdirSync(repository).includes(name)),
      []
    )
  })
})

describe("compose.yaml", () => {
  it("runs every service without rights on read-only files, and the fake only with its profile", () => {
    assert.hasAllKeys(services, ["server", "postgres", "whatsapp-server", "whatsapp-fake"])
    for (const [name, service] of Object.entries(services)) {
      assert.deepInclude(
        service,
        { read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] },
        name
      )
      assert.deepStrictEqual(service.profiles, name.startsWith("whatsapp-") ? ["whatsapp-fake"] : undefined, name)
    }
  })

  it("sets only existing variables", () => {
    const known = Object.values(variables).map(({ name }) => name)
    const set = ["server", "whatsapp-server"].flatMap((name) => Object.keys(services[name]?.environment ?? {}))
    assert.deepStrictEqual(
      set.filter((name) => !known.includes(name)),
      []
    )
  })

  it("gives the fake valid options, for the server's account", () => {
    const options = Schema.decodeSync(Schema.fromJsonString(FakeOptions))(
      services["whatsapp-fake"]?.command?.join() ?? ""
    )
    const { environment = {} } = services["whatsapp-server"] ?? {}
    expect(options.accounts[0]).toMatchObject({
      phoneNumberId: environment["ROLLCALL_WHATSAPP_PHONE_NUMBER_ID"],
      businessAccountId: environment["ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID"],
      token: environment["ROLLCALL_WHATSAPP_TOKEN"],
      appSecret: environment["ROLLCALL_WHATSAPP_APP_SECRET"]
    })
    assert.strictEqual(environment["ROLLCALL_WHATSAPP_GRAPH_URL"], `http://whatsapp-fake:${options.port}`)
  })
})
