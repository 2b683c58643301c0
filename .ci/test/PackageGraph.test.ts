import { globSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { coreFolders, driver, packageGraph } from "../fences/PackageGraph.ts"
import { packages, read, repository } from "../Repository.ts"

const Manifest = Schema.fromJsonString(Schema.Struct({ dependencies: Schema.Record(Schema.String, Schema.String) }))
const Reference = Schema.Struct({ path: Schema.String })
const BuildPlan = Schema.fromJsonString(Schema.Struct({ references: Schema.Array(Reference) }))

describe("the package graph", () => {
  it("has a row for every package", () => {
    expect(Object.keys(packageGraph).sort()).toEqual(packages)
  })

  it.each(Object.entries(packageGraph))("is what %s declares, less the bundled driver", (name, imports) => {
    const { dependencies } = Schema.decodeSync(Manifest)(read(`packages/${name}/package.json`))
    const npm = imports.filter((specifier) => specifier !== driver && specifier !== "node:*")
    expect(Object.keys(dependencies).sort()).toEqual(npm.sort())
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
