import { Schema } from "effect"
import { packages, read } from "../../../Repository.ts"

const Names = Schema.optional(Schema.Record(Schema.String, Schema.String))

const Entry = Schema.Struct({
  version: Schema.optional(Schema.String),
  license: Schema.optional(Schema.String),
  link: Schema.optional(Schema.Boolean),
  hasInstallScript: Schema.optional(Schema.Boolean),
  dependencies: Names,
  optionalDependencies: Names
})

const lockOf = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ packages: Schema.Record(Schema.String, Entry) }))
)

const manifestOf = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ name: Schema.String, dependencies: Names, peerDependencies: Names }))
)

/** An npm package installed with Rollcall. */
export interface Dependency {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly hasInstallScript: boolean
  /** The packages of this repository that import it; empty if only another dependency needs it. */
  readonly of: ReadonlyArray<string>
}

/** Suites that authors of adapters install for their tests. They run in no product. */
const suites = /^conformance$/

/**
 * Returns the runtime dependencies of the packages, and their dependencies, by name, with the lockfile's versions. A
 * host that installs a package may get newer versions within a range.
 */
export const runtimeDependencies = (): ReadonlyArray<Dependency> => {
  const lock = lockOf(read("package-lock.json")).packages
  const found = new Map<string, Set<string>>()
  const visit = (from: string, names: Readonly<Record<string, string>>, of?: string): void => {
    for (const name of Object.keys(names)) {
      const path = installed(lock, from, name)
      const entry = lock[path]
      if (entry === undefined || entry.link === true) continue
      const known = found.get(path)
      if (of !== undefined) known?.add(of)
      if (known !== undefined) continue
      found.set(path, new Set(of === undefined ? [] : [of]))
      visit(path, { ...entry.dependencies, ...entry.optionalDependencies })
    }
  }
  for (const folder of packages.filter((name) => !suites.test(name))) {
    const { dependencies, name, peerDependencies } = manifestOf(read(`packages/${folder}/package.json`))
    visit(`packages/${folder}`, { ...dependencies, ...peerDependencies }, name)
  }
  return Array.from(found, ([path, of]) => ({
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version: lock[path]?.version ?? "",
    licence: lock[path]?.license ?? "unknown",
    hasInstallScript: lock[path]?.hasInstallScript === true,
    of: [...of]
  })).toSorted((a, b) => a.name.localeCompare(b.name, "en"))
}

/** Returns where npm installed a package's import: in the package's own folder, or in a parent folder. */
const installed = (lock: Readonly<Record<string, unknown>>, from: string, name: string): string => {
  const own = `${from}/node_modules/${name}`
  return own in lock
    ? own
    : from.includes("/node_modules/")
      ? installed(lock, above(from), name)
      : `node_modules/${name}`
}

const above = (path: string): string => path.slice(0, path.lastIndexOf("/node_modules/"))

/** Returns a page's table: name, version, licence, and importing packages. */
export const dependencyTable = (): string =>
  [
    "| package | version | licence | imported by |",
    "| --- | --- | --- | --- |",
    ...runtimeDependencies().map(
      ({ licence, name, of, version }) =>
        `| \`${name}\` | ${version} | ${licence} | ${of.length === 0 ? "another dependency" : importers(of)} |`
    )
  ].join("\n")

/** Formats the importing packages. Every package imports `effect`. */
const importers = (of: ReadonlyArray<string>): string =>
  of.length > 5 ? "every package" : of.map((name) => `\`${name}\``).join(", ")
