import type { IRegularForbiddenRuleType as Rule } from "dependency-cruiser"
import { bundledWhole, driver, folderOrder, packageGraph, portUsers, webPages } from "./PackageGraph.ts"

/**
 * Returns the pattern of the path to which dependency-cruiser resolves an entry of the package graph:
 * `node:fs/promises` is `fs/promises`.
 */
const pathOf = (specifier: string): string => {
  if (specifier === "node:*") return "^(node:)?[a-z0-9_/]+$"
  const [, name] = /^@rollcall\/(.+)/.exec(specifier) ?? []
  if (name === undefined) return `(^|/)node_modules/${specifier}/`
  return webPages.includes(name) ? `^packages/${name}/index\\.d\\.ts$` : `^packages/${name}/src/`
}

const rule = (name: string, comment: string, from: Rule["from"], to: Rule["to"]): Rule => ({
  name,
  severity: "error",
  comment,
  from,
  to
})

/**
 * Returns a rule for each folder of a package: it imports no folder of a later row, and no other folder of the same
 * row.
 */
const folderRules = (name: string, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Rule> => {
  const all = rows.flat()
  const source = `^packages/${name}/src/`
  const listedIn = (folder: string) => all.filter((other) => other.startsWith(`${folder}/`))
  /** Returns a pattern for a folder's files, without those in its subfolders that have their own place. */
  const filesOf = (folder: string) => {
    const apart = listedIn(folder).map((other) => other.slice(folder.length + 1))
    return `${source}${folder}${apart.length === 0 ? "" : `(?!/(${apart.join("|")})[/.])`}[/.]`
  }
  // Core's top-level files compose all folders. In other packages, they contain what folders share, and the entry
  // points. Style sheets have no order.
  const top = name === "core" ? [] : [`${source}(?!index\\.)[^/]+$`, "\\.css$"]
  return rows.flatMap((row, index) =>
    row.map((folder) => {
      const around = all.filter((other) => folder.startsWith(`${other}/`))
      const allowed = [folder, ...listedIn(folder), ...around, ...rows.slice(0, index).flat()]
      return rule(
        `${name}-${folder}`,
        `${name}/src/${folder} imports of its package: ${rows.slice(0, index).flat().join(", ") || "nothing"}`,
        { path: filesOf(folder) },
        { path: source, pathNot: [...top, ...allowed.map(filesOf)] }
      )
    })
  )
}

/** The imports that dependency-cruiser rejects. Each rule has a file in Fixtures.ts that breaks it. */
export const forbidden: Array<Rule> = [
  ...Object.entries(packageGraph).map(([name, imports]) =>
    rule(
      `package-${name}`,
      `packages/${name} imports ${imports.join(", ")} alone`,
      { path: `^packages/${name}/src/` },
      { pathNot: [`^packages/${name}/src/`, ...imports.map(pathOf)] }
    )
  ),
  ...Object.entries(folderOrder).flatMap(([name, rows]) => folderRules(name, rows)),
  rule(
    "driver-in-one-file",
    "the patched SQLite driver is bundled into one file of the built package, so only that file imports it",
    { pathNot: "^packages/storage-sqlite/src/SqliteClient\\.ts$" },
    { path: pathOf(driver) }
  ),
  rule(
    "package-through-its-doors",
    "a package is imported through its index, and some also through their other doors, never by a file behind them",
    { path: "^(packages|examples)/([^/]+)/" },
    {
      path: "^packages/[^/]+/src/",
      pathNot: [
        "^$1/$2/",
        "^packages/[^/]+/src/index\\.ts$",
        "^packages/core/src/(channel|events|operations|people|sending|storage)\\.ts$",
        "^packages/channel-whatsapp/src/(node|testing)\\.ts$",
        "^packages/cli/src/serve/index\\.ts$",
        "^packages/conformance/src/(channel|storage)/index\\.ts$",
        "^packages/http/src/webhook-sender/index\\.ts$",
        "^packages/rollcall/src/(memory|node|postgres|simulator|sqlite|testing|whatsapp)\\.ts$"
      ]
    }
  ),
  rule(
    "ports-are-for-stores",
    "what a host says to the library is in the doors of the contexts; the door for stores has the ports",
    { path: "^packages/(api|http|rollcall|server|cli)/src/", pathNot: [...portUsers] },
    { path: "^packages/core/src/storage\\.ts$" }
  ),
  rule(
    "node-in-the-fake-alone",
    "channel-whatsapp runs wherever Effect does; the fake of the Cloud API, and the connections of Node, are apart",
    {
      path: "^packages/channel-whatsapp/src/",
      pathNot: "^packages/channel-whatsapp/src/(fake/|testing\\.ts$|node/|node\\.ts$)"
    },
    { path: [pathOf("node:*"), "^packages/channel-whatsapp/src/(fake/|testing\\.ts$|node/|node\\.ts$)"] }
  ),
  rule(
    "node-in-the-webhook-sender-alone",
    "http runs wherever Effect does; only the sender of webhooks connects from Node, and has a door of its own",
    { path: "^packages/http/src/", pathNot: "^packages/http/src/webhook-sender/" },
    { path: [pathOf("node:*"), "^packages/http/src/webhook-sender/"] }
  ),
  rule("no-cycle", "modules that import each other in a ring cannot be read one at a time", {}, { circular: true }),
  rule("no-unresolvable", "what is imported exists", {}, { couldNotResolve: true }),
  rule(
    "no-undeclared",
    "a package declares what it imports; what it calls by a name of its own (#) is checked by its fence",
    {},
    { dependencyTypes: ["npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["aliased-subpath-import"] }
  ),
  rule(
    "no-dev-dependency-in-src",
    "what a published source imports is a dependency or a peer, not a devDependency; what is bundled is inside",
    { path: "^packages/[^/]+/src/", pathNot: `^packages/(${bundledWhole.join("|")})/src/` },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "npm-peer"], pathNot: pathOf(driver) }
  ),
  rule(
    "no-unstable",
    "a module that Effect calls unstable may change in any release",
    {},
    { path: "(^|/)effect/((src|dist)/)?unstable(/|$)" }
  ),
  rule(
    "no-test-in-src",
    "sources do not import tests, nor what tests share",
    { path: "^(packages|examples)/[^/]+/src/" },
    { path: "^(packages|examples)/[^/]+/test/|^packages/testing/" }
  ),
  rule(
    "names-that-say-something",
    "a module is named for what it holds: no utils, common, helpers, misc, Impl or Live",
    {},
    {
      path: "^(packages|examples)/.*(^|/)(utils?|common|helpers?|misc|[A-Za-z]*(Utils?|Helpers?|Impl|Live))(/|\\.ts$)",
      pathNot: "(^|/)node_modules/"
    }
  )
]
