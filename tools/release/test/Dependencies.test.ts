import { globSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { dependencyTable, runtimeDependencies } from "../../docs/site/tables/Dependencies.ts"
import { read, repository } from "../../Repository.ts"

const permissive = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"])

const Versions = Schema.optional(Schema.Record(Schema.String, Schema.String))

const manifestOf = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ dependencies: Versions, devDependencies: Versions }))
)

describe("the installed production dependencies", () => {
  const all = runtimeDependencies()

  it("are the imported packages, and their dependencies", () => {
    const names = all.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(["effect", "libphonenumber-js", "@effect/platform-node-shared"]))
    expect(names.filter((name) => /^(vitest|fast-check|typescript|@rollcall\/|rollcall$)/.test(name))).toEqual([])
    expect(all.find(({ name }) => name === "undici")?.of).toEqual([])
    expect(dependencyTable()).toContain("`@effect/sql-pg`")
  })

  it("have permissive licences", () => {
    expect(all.filter(({ licence }) => !permissive.has(licence))).toEqual([])
  })

  it("run nothing on installation", () => {
    expect(all.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
  })
})

it("have exact versions, except those of Effect", () => {
  const manifests = globSync(["package.json", "{packages,examples}/*/package.json", "bench/package.json"], {
    cwd: repository
  })
  const inexact = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = manifestOf(read(file))
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !/^@?effect(\/|$)/.test(name))
      .map(([name, version]) => `${file}: ${name}@${version}`)
  })
  expect(manifests.length).toBeGreaterThan(20)
  expect(inexact).toEqual([])
})
