import { globSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { coreFolders, driver, packageGraph } from "../fences/PackageGraph.ts"
import { packages, read, repository } from "../Repository.ts"

const Versions = Schema.Record(Schema.String, Schema.String)
const Manifest = Schema.fromJsonString(
  Schema.Struct({
    dependencies: Schema.optionalKey(Versions),
    peerDependencies: Schema.optionalKey(Versions)
  })
)

/** What a host has one copy of, or tests with: every library takes the host's. */
const peers = ["effect", "vitest", "@effect/vitest", "fast-check"]
const Reference = Schema.Struct({ path: Schema.String })
const BuildPlan = Schema.fromJsonString(Schema.Struct({ references: Schema.Array(Reference) }))

describe("the package graph", () => {
  it("has a row for every package", () => {
    expect(Object.keys(packageGraph).sort()).toEqual(packages)
  })

  it.each(Object.entries(packageGraph))("is what %s declares, less the bundled driver", (name, imports) => {
    const { dependencies = {}, peerDependencies = {} } = Schema.decodeSync(Manifest)(
      read(`packages/${name}/package.json`)
    )
    const npm = imports.filter((specifier) => specifier !== driver && specifier !== "node:*")
    // The executable is a program of its own, and brings what it runs with.
    const isPeer = (specifier: string) => name !== "cli" && peers.includes(specifier)
    expect(Object.keys(dependencies).sort()).toEqual(npm.filter((specifier) => !isPeer(specifier)).sort())
    expect(Object.keys(peerDependencies).sort()).toEqual(npm.filter(isPeer).sort())
  })
})

describe("every package", () => {
  it("is built by npm run build", () => {
    const { references } = Schema.decodeSync(BuildPlan)(read("tsconfig.build.json"))
    const planned = packages.map((name) => `packages/${name}/tsconfig.build.json`)
    expect(references.map(({ path }) => path).sort()).toEqual(planned)
  })
})

describe("core/src", () => {
  const files = globSync("*/**/*.ts", { cwd: join(repository, "packages/core/src") })
  const folders = Map.groupBy(files, (file) => file.replace(/\/.*/, ""))

  it("has the folders of the stated order", () => {
    expect([...folders.keys()].sort()).toEqual(coreFolders.flat().sort())
  })

  it("is described in docs/architecture.md with this order", () => {
    expect(read("docs/architecture.md")).toContain(coreFolders.map((row) => row.join(", ")).join(" < "))
  })

  it.each([...folders])("has at most 12 files in %s", (_, inside) => {
    expect(inside.length).toBeLessThanOrEqual(12)
  })
})
