import { globSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { read, repository } from "../Repository.ts"

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
const doorNames = (door: string): ReadonlyArray<string> =>
  Array.from(
    read(`packages/core/src/${door}.ts`).matchAll(/^export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from/gm)
  ).flatMap(([, braces, namespace]) => (namespace === undefined ? namesIn(braces ?? "") : [namespace]))

const doors = ["index", "storage", "channel"] as const
const specifiers = { index: "@rollcall/core", storage: "@rollcall/core/storage", channel: "@rollcall/core/channel" }

/** The names that anything outside of core's sources takes from a door. */
const usedNames = (door: (typeof doors)[number]): ReadonlySet<string> => {
  const imports = new RegExp(`(?:\\{([^}]*)\\}|\\* as (\\w+)) from "${specifiers[door]}"`, "g")
  const files = globSync("{packages/*/{src,test},examples/*/{src,test},bench/{src,test}}/**/*.ts", { cwd: repository })
  const names = files
    .filter((file) => !file.startsWith("packages/core/src/"))
    .flatMap((file) => {
      const text = read(file)
      return Array.from(text.matchAll(imports)).flatMap(([, braces, namespace]) =>
        namespace === undefined
          ? namesIn(braces ?? "")
          : Array.from(text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g")), ([, name = ""]) => name)
      )
    })
  return new Set(names)
}

describe("the doors of core", () => {
  it("for applications there are at most 70 names", () => {
    expect(doorNames("index").length).toBeLessThanOrEqual(70)
    expect(doorNames("index")).toContain("Contacts")
  })

  it("each name is in one door", () => {
    const names = doors.flatMap(doorNames)
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  })

  it("the examples, which are applications, take nothing from the door for stores", () => {
    const files = globSync("examples/*/{src,test}/**/*.ts", { cwd: repository })
    expect(files.filter((file) => read(file).includes("@rollcall/core/storage"))).toEqual([])
  })

  it.each(["storage", "channel"] as const)("what is in %s is used outside of core", (door) => {
    const used = usedNames(door)
    expect(doorNames(door).filter((name) => !used.has(name))).toEqual([])
  })
})
