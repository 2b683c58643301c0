import { globSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { webPages } from "../PackageGraph.ts"
import { nameOf, packages, read, repository } from "../../Repository.ts"

/** Returns the names in the braces of an import or export, with the names on the other side. */
const namesIn = (braces: string): ReadonlyArray<string> =>
  braces
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, "")
    )
    .filter((name) => name !== "")

/** Returns the names exported by a package's entry point. */
const doorNames = (door: string, folder = "core"): ReadonlyArray<string> =>
  Array.from(
    read(`packages/${folder}/src/${door}.ts`).matchAll(/^export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from/gm)
  ).flatMap(([, braces, namespace]) => (namespace === undefined ? namesIn(braces ?? "") : [namespace]))

/** Core's entry points for a district. */
const districts = ["events", "operations", "people", "sending"]

/** The names exported by the districts' entry points. */
const districtNames = districts.flatMap((district) => doorNames(district))

const Exports = Schema.fromJsonString(Schema.Struct({ exports: Schema.Record(Schema.String, Schema.Unknown) }))

/** Returns the names that a module imports or exports from a specifier. */
const takenIn = (file: string, specifier: string): ReadonlyArray<string> => {
  const text = read(file)
  const imported = `from "${specifier}"|= [^\\n]*import\\("${specifier}"\\)`
  const statements = new RegExp(`(?:\\{([^{}]*)\\}|\\* as (\\w+)) (?:${imported})`, "g")
  return Array.from(text.matchAll(statements)).flatMap(([, braces, namespace]) =>
    namespace === undefined
      ? namesIn(braces ?? "")
      : Array.from(text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g")), ([, name = ""]) => name)
  )
}

/**
 * Returns the names that code outside a package's sources imports from one of its entry points. The package's tests may
 * import the file directly.
 */
const usedNames = (folder: string, specifier: string): ReadonlySet<string> => {
  const files = globSync("{packages/*/{src,test},examples/*/{src,test},bench/{src,test}}/**/*.{ts,tsx}", {
    cwd: repository
  })
  const outside = files.filter((file) => !file.startsWith(`packages/${folder}/src/`))
  return new Set(
    outside.flatMap((file) => [
      ...takenIn(file, specifier),
      ...(file.startsWith(`packages/${folder}/test/`) ? takenIn(file, "(?:\\.\\./)+src/(?:\\w+/)?index\\.ts") : [])
    ])
  )
}

describe("the doors of core", () => {
  it("have at most 70 names for applications", () => {
    expect(doorNames("index").length).toBeLessThanOrEqual(70)
    expect(doorNames("index")).toContain("Contacts")
  })

  it("have at most 105 names for stores", () => {
    expect(doorNames("storage").length).toBeLessThanOrEqual(105)
    expect(doorNames("storage")).toContain("ContactStore")
  })

  it("are seven", () => {
    const { exports } = Schema.decodeSync(Exports)(read("packages/core/package.json"))
    const paths = [".", ...["channel", "storage", ...districts].map((name) => `./${name}`)]
    expect(Object.keys(exports).sort()).toEqual(paths.sort())
  })

  it("export no name twice, except that the main one repeats names of the others", () => {
    const names = [...districtNames, ...doorNames("storage"), ...doorNames("channel")]
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  })

  it("for stores are not used by the examples, which are applications", () => {
    const files = globSync("examples/*/{src,test}/**/*.ts", { cwd: repository })
    expect(files.filter((file) => read(file).includes("@rollcall/core/storage"))).toEqual([])
  })

  it.each(["storage", "channel", ...districts])("%s has only names that are used outside core", (door) => {
    const used = usedNames("core", `@rollcall/core/${door}`)
    const main = districts.includes(door) ? doorNames("index") : []
    expect(doorNames(door).filter((name) => !used.has(name) && !main.includes(name))).toEqual([])
  })
})

describe("another package's door", () => {
  const whole = packages.filter((name) => !["core", "cli", "conformance", ...webPages].includes(name))
  const doors = [
    ...whole.map((folder) => [nameOf(folder), folder, "index"] as const),
    ["@rollcall/conformance/channel", "conformance", "channel/index"] as const,
    ["@rollcall/conformance/storage", "conformance", "storage/index"] as const,
    ["@rollcall/http/webhook-sender", "http", "webhook-sender/index"] as const
  ]

  it.each(doors)(
    "of %s exports by name, and only what is used outside, except the types of its options",
    (specifier, folder, door) => {
      const names = doorNames(door, folder).filter(
        (name) => !/(Options|Definition)$|^(Mishaps|DelayRange|Settings|Members)$/.test(name)
      )
      const used = usedNames(folder, specifier)
      expect(read(`packages/${folder}/src/${door}.ts`)).not.toMatch(/^export \* from/m)
      expect(names.filter((name) => !used.has(name))).toEqual([])
    }
  )
})
