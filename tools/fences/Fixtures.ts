import { folderOrder } from "./PackageGraph.ts"

/** A file that breaks rules, and the names of the rules that report it. */
export interface Fixture {
  readonly file: string
  readonly code: string
  readonly rules: ReadonlyArray<string>
}

/** Returns a file with an import that dependency-cruiser's rules reject. */
const importing = (file: string, specifier: string, ...rules: ReadonlyArray<string>): Fixture => ({
  file: `packages/${file}.ts`,
  code: `export * as imported from "${specifier}"\n`,
  rules
})

/** Returns a file with code that oxlint's rules reject. */
const code = (file: string, text: string, ...rules: ReadonlyArray<string>): Fixture => ({
  file: `packages/${file}.ts`,
  code: `${text}\n`,
  rules
})

/** Returns whether a place in the order is a file. */
const isFile = (place: string): boolean => /[A-Z]\w*$/.test(place)

const withVitest = (text: string): string => `import { expect, it } from "vitest"\n\n${text}`

/**
 * Every folder in the order, with a folder that it must not import: one at a later place, or the package's entry point.
 * Folders with their own rule are not used for this.
 */
const places = Object.entries(folderOrder).flatMap(([name, rows]) => {
  const all = rows.flat()
  return all.map((folder, index) => {
    const isAround = (other: string) => other.startsWith(`${folder}/`) || folder.startsWith(`${other}/`)
    const later = all.slice(index + 1).find((other) => !isAround(other) && !["fake", "node"].includes(other))
    const file = `${name}/src/${isFile(folder) ? folder : `${folder}/UsesNext`}`
    const forbidden = later === undefined ? "index" : isFile(later) ? later : `${later}/Any`
    const up = "../".repeat(file.split("/").length - 3)
    return { name, folder, file, specifier: `${up}${forbidden}.ts` }
  })
})

export const fixtures: ReadonlyArray<Fixture> = [
  importing("core/src/people/contacts/UsesMemory", "@rollcall/storage-memory", "package-core"),
  importing(
    "core/src/people/contacts/UsesUnstable",
    "effect/unstable/sql",
    "package-core",
    "no-unresolvable",
    "no-unstable"
  ),
  importing("storage-memory/src/UsesNode", "node:fs", "package-storage-memory"),
  importing("storage-sql/src/UsesSqlite", "@rollcall/storage-sqlite", "package-storage-sql"),
  importing("storage-sqlite/src/SqliteClient", "@rollcall/http", "package-storage-sqlite"),
  importing("storage-sqlite/src/UsesPlatform", "@effect/platform-node", "package-storage-sqlite", "no-undeclared"),
  importing("storage-sqlite/src/UsesDriver", "@effect/sql-sqlite-node", "driver-in-one-file"),
  importing("storage-sqlite/test/UsesDriver.test", "@effect/sql-sqlite-node", "driver-in-one-file"),
  importing("storage-postgres/src/UsesSqlite", "@rollcall/storage-sqlite", "package-storage-postgres"),
  importing("conformance/src/storage/UsesMemory", "@rollcall/storage-memory", "package-conformance"),
  importing("conformance/src/channel/UsesSimulator", "@rollcall/channel-simulator", "package-conformance"),
  importing("channel-simulator/src/UsesNode", "node:fs/promises", "package-channel-simulator"),
  importing("channel-whatsapp/src/UsesNode", "node:crypto", "node-in-the-fake-alone"),
  importing("channel-whatsapp/src/UsesSimulator", "@rollcall/channel-simulator", "package-channel-whatsapp"),
  importing("http/src/UsesNode", "node:net", "node-in-the-webhook-sender-alone"),
  importing("phone-numbers/src/UsesApi", "@rollcall/api", "package-phone-numbers"),
  importing("contact-files/src/UsesNode", "node:fs", "package-contact-files"),
  importing("api/src/UsesHandlers", "@rollcall/http", "package-api"),
  importing("http/src/UsesUndeclared", "picomatch", "package-http", "no-undeclared"),
  importing("http/test/UsesUndeclared.test", "picomatch", "no-undeclared"),
  importing("http/test/UsesUnstable.test", "effect/unstable/http", "no-unresolvable", "no-unstable"),
  importing("http/src/UsesTest", "../test/Clean.test.ts", "package-http", "no-test-in-src"),
  importing("http/src/UsesTesting", "../../testing/Kills.ts", "package-http", "no-test-in-src"),
  importing("http/src/UsesHelper", "./helpers/Text.ts", "names-that-say-something"),
  importing("http/src/PastTheIndex", "../../core/src/people/contacts/Any.ts", "package-through-its-doors"),
  importing("rollcall/src/UsesServer", "@rollcall/cli", "package-rollcall"),
  importing("cli/src/serve/UsesSql", "@rollcall/storage-sql", "package-cli"),
  importing("cli/src/serve/UsesVitest", "vitest", "package-cli", "no-dev-dependency-in-src"),
  importing("console/src/UsesCore", "@rollcall/core", "package-console"),
  importing("create-rollcall/src/UsesCore", "@rollcall/core", "package-create-rollcall"),
  ...places.map(({ file, folder, name, specifier }) => importing(file, specifier, `${name}-${folder}`)),
  importing("http/src/UsesPorts", "@rollcall/core/storage", "ports-are-for-stores"),
  importing("core/src/people/lists/UsesImports", "../imports/UsesLists.ts", "core-people/lists"),
  // dependency-cruiser reports a cycle once, in its first module.
  code("http/src/RingLeft", 'import type { B } from "./RingRight.ts"\n\nexport interface A { b: B }', "no-cycle"),

  code("core/src/HasAny", "export const f = (value: any) => String(value)", "typescript(no-explicit-any)"),
  code("core/src/HasBang", "export const f = (x?: string) => x!", "typescript(no-non-null-assertion)"),
  code(
    "core/src/HasCast",
    "export const f = (x: unknown) => x as string",
    "typescript(consistent-type-assertions)",
    "typescript(no-unsafe-type-assertion)"
  ),
  code(
    "core/test/HasCast.test",
    "export const f = (x: unknown) => x as string",
    "typescript(no-unsafe-type-assertion)"
  ),
  code(
    "core/src/HasFloat",
    "export const f = (g: () => Promise<void>) => {\n  g()\n}",
    "typescript(no-floating-promises)"
  ),
  code("core/src/HasJson", "export const f = (text: string) => JSON.parse(text)", "typescript(no-unsafe-return)"),
  code("core/src/HasIgnore", "// @ts-ignore\nexport const f: string = 1", "typescript(ban-ts-comment)"),
  code("core/src/HasDefault", "export default 1", "import(no-default-export)"),
  code("core/src/HasConsole", "export const one = 1\n\nconsole.log(one)", "eslint(no-console)"),
  code("core/src/HasNow", "export const f = () => Date.now()", "eslint(no-restricted-properties)"),
  code("core/src/HasChance", "export const f = () => Math.random()", "eslint(no-restricted-properties)"),
  code("cli/src/serve/HasEnvironment", 'export const port = process.env["ROLLCALL_PORT"]', "node(no-process-env)"),
  code("core/src/IsLong", `export const one = 1${"\n//".repeat(400)}`, "eslint(max-lines)"),
  code("core/src/lower-case", "export const one = 1", "unicorn(filename-case)"),
  code("core/test/HasSkip.test", withVitest('it.skip("adds", () => expect(1).toBe(1))'), "vitest(no-disabled-tests)"),
  code("core/test/HasOnly.test", withVitest('it.only("adds", () => expect(1).toBe(1))'), "vitest(no-focused-tests)"),
  code("core/test/HasTodo.test", 'import { it } from "vitest"\n\nit.todo("adds")', "vitest(warn-todo)")
]

/** Files without errors: what the rules allow, and what fixtures import. */
export const clean: { readonly [file: string]: string } = {
  ...Object.fromEntries(
    places
      .filter(({ folder }) => !isFile(folder))
      .map(({ folder, name }) => [`packages/${name}/src/${folder}/Any.ts`, "export const any = 1\n"])
  ),
  "packages/core/src/storage.ts": "export const port = 1\n",
  "packages/core/src/people/imports/UsesLists.ts": 'export * as lists from "../lists/Any.ts"\n',
  "packages/core/src/sending/delivery/UsesContacts.ts":
    'export type * as contacts from "../../people/contacts/Any.ts"\n',
  "packages/storage-sqlite/src/SqliteMigrations.ts": 'export * as Sqlite from "node:sqlite"\n',
  "packages/cli/src/serve/Files.ts": 'export * as Files from "node:fs/promises"\nexport * as Http from "node:http"\n',
  "packages/http/src/Sizes.ts": "export const sizes = [1, 2] as const\n",
  "packages/http/src/helpers/Text.ts": "export const text = 1\n",
  "packages/http/src/RingRight.ts": 'import type { A } from "./RingLeft.ts"\n\nexport interface B { a: A }\n',
  "packages/testing/Kills.ts": "export const kills = 1\n",
  "packages/http/test/Clean.test.ts": withVitest('it("adds", () => { expect(1).toBe(1) })\n')
}
