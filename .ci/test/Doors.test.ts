import { globSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { nameOf, packages, read, repository } from "../Repository.ts"

/** The names in the braces of an import or export, under the names that the other side has for them. */
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

/** The names that a door of core exports. */
const doorNames = (door: string, folder = "core"): ReadonlyArray<string> =>
  Array.from(
    read(`packages/${folder}/src/${door}.ts`).matchAll(/^export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from/gm)
  ).flatMap(([, braces, namespace]) => (namespace === undefined ? namesIn(braces ?? "") : [namespace]))

const doors = ["index", "storage", "channel"] as const
const specifiers = { index: "@rollcall/core", storage: "@rollcall/core/storage", channel: "@rollcall/core/channel" }

/** The names that a module imports or exports from a specifier. */
const takenIn = (file: string, specifier: string): ReadonlyArray<string> => {
  const text = read(file)
  const statements = new RegExp(`(?:\\{([^}]*)\\}|\\* as (\\w+)) from "${specifier}"`, "g")
  return Array.from(text.matchAll(statements)).flatMap(([, braces, namespace]) =>
    namespace === undefined
      ? namesIn(braces ?? "")
      : Array.from(text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g")), ([, name = ""]) => name)
  )
}

/** The names that anything outside of a package's sources takes from one of its doors; its tests may use the file. */
const usedNames = (folder: string, specifier: string): ReadonlySet<string> => {
  const files = globSync("{packages/*/{src,test},examples/*/{src,test},bench/{src,test}}/**/*.ts", { cwd: repository })
  const outside = files.filter((file) => !file.startsWith(`packages/${folder}/src/`))
  return new Set(
    outside.flatMap((file) => [
      ...takenIn(file, specifier),
      ...(file.startsWith(`packages/${folder}/test/`) ? takenIn(file, "(?:\\.\\./)+src/index\\.ts") : [])
    ])
  )
}

describe("the doors of core", () => {
  it("for applications there are at most 70 names", () => {
    expect(doorNames("index").length).toBeLessThanOrEqual(70)
    expect(doorNames("index")).toContain("Contacts")
  })

  it("each name is in one door", () => {
    const names = doors.flatMap((door) => doorNames(door))
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  })

  it("the examples, which are applications, take nothing from the door for stores", () => {
    const files = globSync("examples/*/{src,test}/**/*.ts", { cwd: repository })
    expect(files.filter((file) => read(file).includes("@rollcall/core/storage"))).toEqual([])
  })

  it.each(["storage", "channel"] as const)("what is in %s is used outside of core", (door) => {
    const used = usedNames("core", specifiers[door])
    expect(doorNames(door).filter((name) => !used.has(name))).toEqual([])
  })
})

describe("the door of another package", () => {
  const folders = packages.filter((name) => name !== "core" && name !== "cli")

  it.each(folders)(
    "%s exports by name, and nothing that is not used outside, but the types of its options",
    (folder) => {
      const names = doorNames("index", folder).filter(
        (name) => !/(Options|Definition)$|^(Mishaps|DelayRange|Settings|Members)$/.test(name)
      )
      const used = usedNames(folder, nameOf(folder))
      expect(read(`packages/${folder}/src/index.ts`)).not.toMatch(/^export \* from/m)
      expect(names.filter((name) => !used.has(name))).toEqual([])
    }
  )
})
