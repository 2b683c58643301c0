import { globSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { bundledWhole, driver, folderOrder, packageGraph, webPages } from "../PackageGraph.ts"
import { packages, read, repository } from "../../Repository.ts"

const Versions = Schema.Record(Schema.String, Schema.String)
const Manifest = Schema.fromJsonString(
  Schema.Struct({
    dependencies: Schema.optionalKey(Versions),
    devDependencies: Schema.optionalKey(Versions),
    peerDependencies: Schema.optionalKey(Versions)
  })
)

const Repository = Schema.Struct({
  type: Schema.String,
  url: Schema.String,
  directory: Schema.optionalKey(Schema.String)
})
const rootManifest = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      license: Schema.String,
      engines: Schema.Struct({ node: Schema.String }),
      repository: Schema.optionalKey(Repository)
    })
  )
)(read("package.json"))

/** The members of a package.json that a registry shows. */
const Shown = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    description: Schema.String,
    keywords: Schema.Array(Schema.String),
    license: Schema.Literal(rootManifest.license),
    repository: Schema.optionalKey(Repository),
    engines: Schema.Struct({ node: Schema.Literal(rootManifest.engines.node) })
  })
)

/** Dependencies of which a host has one copy, or with which it tests. Every library uses the host's copy. */
const peers = ["effect", "vitest", "@effect/vitest", "fast-check"]
const Reference = Schema.Struct({ path: Schema.String })
const BuildPlan = Schema.fromJsonString(Schema.Struct({ references: Schema.Array(Reference) }))

describe("the package graph", () => {
  it("has a row for every package", () => {
    expect(Object.keys(packageGraph).sort()).toEqual(packages)
  })

  it.each(Object.entries(packageGraph))("contains what %s declares, without the bundled driver", (name, imports) => {
    const manifest = Schema.decodeSync(Manifest)(read(`packages/${name}/package.json`))
    const isWhole = bundledWhole.includes(name)
    const dependencies = (isWhole ? manifest.devDependencies : manifest.dependencies) ?? {}
    const { peerDependencies = {} } = manifest
    expect(manifest.dependencies === undefined).toBe(isWhole || name === "core")
    const npm = imports.filter((specifier) => specifier !== driver && specifier !== "node:*")
    // An executable is a separate program with its own dependencies.
    const isPeer = (specifier: string) => name !== "cli" && !isWhole && peers.includes(specifier)
    expect(Object.keys(dependencies).sort()).toEqual(npm.filter((specifier) => !isPeer(specifier)).sort())
    expect(Object.keys(peerDependencies).sort()).toEqual(npm.filter(isPeer).sort())
    // A host can share a newer version of an Effect module.
    const ofEffect = Object.entries({ ...dependencies, ...peerDependencies }).filter(([npm]) => /^@?effect\b/.test(npm))
    expect(ofEffect.filter(([, version]) => !version.startsWith("^4."))).toEqual([])
  })
})

describe("every package", () => {
  it("is built by npm run build", () => {
    const { references } = Schema.decodeSync(BuildPlan)(read("tsconfig.build.json"))
    const planned = packages
      .filter((name) => !webPages.includes(name))
      .map((name) => `packages/${name}/tsconfig.build.json`)
    expect(references.map(({ path }) => path).sort()).toEqual(planned)
  })

  it.each(packages)("%s has a description and a repository", (folder) => {
    const shown = Schema.decodeSync(Shown)(read(`packages/${folder}/package.json`))
    expect(shown.description).toMatch(/^[A-Z].{30,}\.$/)
    expect(shown.keywords).toContain("rollcall")
    expect(shown.keywords.length).toBeGreaterThan(3)
    // The repository has no address yet. When it has one, it is written first in the root package.json.
    const { repository } = rootManifest
    expect(shown.repository).toEqual(repository && { ...repository, directory: `packages/${folder}` })
  })

  it.each(packages)("%s has the licence, and a README with installation instructions", (folder) => {
    expect(read(`packages/${folder}/LICENSE`)).toBe(read("LICENSE"))
    const { name } = Schema.decodeSync(Shown)(read(`packages/${folder}/package.json`))
    const readme = read(`packages/${folder}/README.md`)
    expect(readme.startsWith(`# ${name}\n`)).toBe(true)
    expect(readme).toMatch(new RegExp(`npm install .*${name}\\b`))
    expect(readme.length).toBeGreaterThan(500)
  })
})

describe("the order of folders", () => {
  it.each(Object.entries(folderOrder))("covers every folder of %s", (name, rows) => {
    // In core, a nested folder is not listed separately.
    const pattern = name === "core" ? "{shared,*/*}/*.ts" : "**/*.{ts,tsx}"
    const files = globSync(pattern, { cwd: join(repository, `packages/${name}/src`) }).map(dirname)
    const folders = new Set(files.filter((folder) => folder !== "."))
    expect(
      rows
        .flat()
        .filter((place) => !/[A-Z]/.test(place))
        .toSorted()
    ).toEqual([...folders].toSorted())
  })

  it("leaves out packages with at most one folder", () => {
    const unordered = packages.filter((name) => !(name in folderOrder))
    expect(unordered.flatMap((name) => globSync("*/*.ts", { cwd: join(repository, `packages/${name}/src`) }))).toEqual(
      []
    )
  })

  it("equals the one of core in docs/explanation/architecture.md", () => {
    const rows = (folderOrder["core"] ?? []).map((row) => row.join(", "))
    expect(read("docs/explanation/architecture.md")).toContain(rows.join("\n< "))
  })
})
