/** A file that must not pass, and the rules that must say so. */
export interface Fixture {
  readonly file: string
  readonly code: string
  /** Rules of oxlint, as it prints them. */
  readonly oxlint: ReadonlyArray<string>
  /** Rules of dependency-cruiser. */
  readonly cruiser: ReadonlyArray<string>
}

const fenced = "eslint(no-restricted-imports)"

const broken = (
  file: string,
  code: string,
  rules: { readonly oxlint?: ReadonlyArray<string>; readonly cruiser?: ReadonlyArray<string> }
): Fixture => ({ file, code: `${code}\n`, oxlint: rules.oxlint ?? [], cruiser: rules.cruiser ?? [] })

/** A file that imports over a fence of its package. */
const crossing = (packageName: string, name: string, specifier: string, ...more: ReadonlyArray<string>): Fixture =>
  broken(`packages/${packageName}/src/${name}.ts`, `export * as crossed from "${specifier}"`, {
    oxlint: [fenced],
    cruiser: [`fence-${packageName}`, ...more]
  })

const packageFences: ReadonlyArray<Fixture> = [
  crossing("core", "contacts/UsesMemory", "@rollcall/storage-memory"),
  crossing("core", "contacts/UsesHttp", "@rollcall/http"),
  crossing("core", "contacts/UsesNode", "node:fs"),
  crossing("core", "contacts/UsesPlatform", "@effect/platform-node", "no-undeclared"),
  crossing("core", "broadcasts/UsesUnstable", "effect/unstable/sql", "no-unresolvable", "no-unstable"),
  crossing("core", "shared/UsesSql", "@rollcall/storage-sql"),
  crossing("core", "search/UsesSql", "@rollcall/storage-sql"),
  crossing("storage-memory", "UsesHttp", "@rollcall/http"),
  crossing("storage-memory", "UsesSql", "@rollcall/storage-sql"),
  crossing("storage-memory", "UsesNode", "node:fs"),
  crossing("storage-sql", "UsesHttp", "@rollcall/http"),
  crossing("storage-sql", "UsesSqlite", "@rollcall/storage-sqlite"),
  crossing("storage-sql", "UsesNode", "node:sqlite"),
  crossing("storage-sqlite", "UsesHttp", "@rollcall/http"),
  crossing("storage-sqlite", "UsesMemory", "@rollcall/storage-memory"),
  crossing("storage-sqlite", "UsesPlatform", "@effect/platform-node", "no-undeclared"),
  crossing("storage-postgres", "UsesHttp", "@rollcall/http"),
  crossing("storage-postgres", "UsesSqlite", "@rollcall/storage-sqlite"),
  crossing("storage-conformance", "UsesHttp", "@rollcall/http"),
  crossing("storage-conformance", "UsesMemory", "@rollcall/storage-memory"),
  crossing("storage-conformance", "UsesNode", "node:fs"),
  crossing("channel-simulator", "UsesHttp", "@rollcall/http"),
  crossing("channel-simulator", "UsesMemory", "@rollcall/storage-memory"),
  crossing("channel-simulator", "UsesNode", "node:fs"),
  crossing("http", "UsesServer", "@rollcall/server"),
  crossing("http", "UsesSimulator", "@rollcall/channel-simulator"),
  crossing("http", "UsesNode", "node:http"),
  crossing("http", "UsesUndeclared", "picomatch", "no-undeclared"),
  crossing("server", "UsesConformance", "@rollcall/storage-conformance"),
  crossing("server", "UsesSqlDirectly", "@rollcall/storage-sql"),
  crossing("server", "UsesVitest", "vitest", "no-dev-dependency-in-src")
]

const insideFences: ReadonlyArray<Fixture> = [
  broken("packages/core/src/shared/UsesContacts.ts", 'export * as crossed from "../contacts/Contact.ts"', {
    oxlint: [fenced],
    cruiser: ["shared-stands-alone"]
  }),
  broken("packages/core/src/search/UsesStore.ts", 'export * as crossed from "../contacts/ContactStore.ts"', {
    oxlint: [fenced],
    cruiser: ["search-knows-the-contact"]
  }),
  broken("packages/core/src/search/UsesBroadcasts.ts", 'export * as crossed from "../broadcasts/Broadcast.ts"', {
    oxlint: [fenced],
    cruiser: ["search-knows-the-contact"]
  }),
  broken("packages/core/src/search/UsesFields.ts", 'export * as crossed from "../custom-fields/CustomFields.ts"', {
    oxlint: [fenced],
    cruiser: ["search-knows-the-contact"]
  }),
  broken("packages/storage-sqlite/src/UsesDriver.ts", 'export * as crossed from "@effect/sql-sqlite-node"', {
    oxlint: [fenced],
    cruiser: ["driver-in-one-file"]
  }),
  broken("packages/storage-sqlite/test/UsesDriver.test.ts", 'export * as crossed from "@effect/sql-sqlite-node"', {
    oxlint: [fenced],
    cruiser: ["driver-in-one-file"]
  }),
  broken("packages/storage-sqlite/src/SqliteClient.ts", 'export * as crossed from "@rollcall/http"', {
    oxlint: [fenced],
    cruiser: ["fence-storage-sqlite"]
  }),
  broken("packages/http/test/UsesUnstable.test.ts", 'export * as crossed from "effect/unstable/http"', {
    oxlint: [fenced],
    cruiser: ["no-unresolvable", "no-unstable"]
  }),
  broken("packages/http/src/ByTheWindow.ts", 'export * as crossed from "../../core/src/contacts/Contact.ts"', {
    cruiser: ["through-the-front-door"]
  }),
  broken("packages/http/test/UsesUndeclared.test.ts", 'export * as crossed from "picomatch"', {
    cruiser: ["no-undeclared"]
  }),
  broken("packages/http/src/UsesTest.ts", 'export * as crossed from "../test/Clean.test.ts"', {
    cruiser: ["fence-http", "no-test-in-src"]
  }),
  broken("packages/http/src/UsesHelper.ts", 'export * as crossed from "./helpers/Text.ts"', {
    cruiser: ["names-that-say-something"]
  }),
  broken("packages/storage-fancy/src/Fancy.ts", 'export * as crossed from "effect"', { cruiser: ["only-the-rows"] }),
  broken("packages/http/src/RingLeft.ts", 'import { b } from "./RingRight.ts"\n\nexport const a = (): string => b()', {
    oxlint: ["import(no-cycle)"],
    cruiser: ["no-cycle"]
  }),
  // dependency-cruiser names a ring once, by the first of its modules.
  broken("packages/http/src/RingRight.ts", 'import { a } from "./RingLeft.ts"\n\nexport const b = (): string => a()', {
    oxlint: ["import(no-cycle)"]
  })
]

const sourceRules: ReadonlyArray<Fixture> = [
  broken("packages/core/src/contacts/HasAny.ts", "export const f = (value: any): string => String(value)", {
    oxlint: ["typescript(no-explicit-any)"]
  }),
  broken("packages/core/src/contacts/HasBang.ts", "export const f = (value: string | null): string => value!", {
    oxlint: ["typescript(no-non-null-assertion)"]
  }),
  broken("packages/core/src/contacts/HasCast.ts", "export const f = (value: unknown): string => value as string", {
    oxlint: ["typescript(consistent-type-assertions)", "typescript(no-unsafe-type-assertion)"]
  }),
  broken("packages/core/test/HasCast.test.ts", "export const f = (value: unknown): string => value as string", {
    oxlint: ["typescript(no-unsafe-type-assertion)"]
  }),
  broken(
    "packages/core/src/contacts/HasFloat.ts",
    "export const f = (work: () => Promise<void>): void => {\n  work()\n}",
    { oxlint: ["typescript(no-floating-promises)"] }
  ),
  broken("packages/core/src/contacts/HasJson.ts", "export const f = (text: string): string => JSON.parse(text)", {
    oxlint: ["typescript(no-unsafe-return)"]
  }),
  broken("packages/core/src/contacts/HasIgnore.ts", "// @ts-ignore\nexport const f: string = 1", {
    oxlint: ["typescript(ban-ts-comment)"]
  }),
  broken("packages/core/src/contacts/HasDefault.ts", "export default 1", { oxlint: ["import(no-default-export)"] }),
  broken("packages/core/src/contacts/HasConsole.ts", "export const one = 1\n\nconsole.log(one)", {
    oxlint: ["eslint(no-console)"]
  }),
  broken("packages/core/src/contacts/HasNow.ts", "export const now = (): number => Date.now()", {
    oxlint: ["eslint(no-restricted-properties)"]
  }),
  broken("packages/core/src/contacts/HasChance.ts", "export const chance = (): number => Math.random()", {
    oxlint: ["eslint(no-restricted-properties)"]
  }),
  broken("packages/server/src/HasEnvironment.ts", 'export const port = process.env["ROLLCALL_PORT"]', {
    oxlint: ["node(no-process-env)"]
  }),
  broken("packages/core/src/contacts/IsLong.ts", `export const one = 1${"\n//".repeat(300)}`, {
    oxlint: ["eslint(max-lines)"]
  }),
  broken("packages/core/src/contacts/lower-case.ts", "export const one = 1", { oxlint: ["unicorn(filename-case)"] }),
  broken("packages/core/test/HasSkip.test.ts", test('it.skip("adds", () => { expect(1).toBe(1) })'), {
    oxlint: ["vitest(no-disabled-tests)"]
  }),
  broken("packages/core/test/HasOnly.test.ts", test('it.only("adds", () => { expect(1).toBe(1) })'), {
    oxlint: ["vitest(no-focused-tests)"]
  }),
  broken("packages/core/test/HasTodo.test.ts", 'import { it } from "vitest"\n\nit.todo("adds")', {
    oxlint: ["vitest(warn-todo)"]
  })
]

function test(code: string): string {
  return `import { expect, it } from "vitest"\n\n${code}`
}

export const fixtures: ReadonlyArray<Fixture> = [...packageFences, ...insideFences, ...sourceRules]

/** Files beside the fixtures that pass: what a package may do, and what some fixtures import. */
export const clean: { readonly [file: string]: string } = {
  "packages/core/src/shared/Ids.ts": 'export * as Schema from "effect/Schema"\n',
  "packages/core/src/contacts/Contact.ts": 'export * as Ids from "../shared/Ids.ts"\n',
  "packages/core/src/contacts/ContactStore.ts": 'export type * as Contact from "./Contact.ts"\n',
  "packages/core/src/broadcasts/Broadcast.ts": 'export * as Ids from "../shared/Ids.ts"\n',
  "packages/core/src/custom-fields/ValueIndex.ts": 'export * as Ids from "../shared/Ids.ts"\n',
  "packages/core/src/custom-fields/CustomFields.ts": 'export * as ValueIndex from "./ValueIndex.ts"\n',
  "packages/core/src/search/Searchable.ts":
    'export type * as Contact from "../contacts/Contact.ts"\nexport type * as Values from "../custom-fields/ValueIndex.ts"\n',
  "packages/storage-sqlite/src/SqliteMigrations.ts": 'export * as Sqlite from "node:sqlite"\n',
  "packages/server/src/Files.ts": 'export * as Files from "node:fs/promises"\nexport * as Http from "node:http"\n',
  "packages/server/src/Console.ts": "export const one = 1\n\nconsole.log(one)\n",
  "packages/http/src/Sizes.ts": "export const sizes = [1, 2] as const\n",
  "packages/http/test/Clean.test.ts": test('it("adds", () => { expect(1).toBe(1) })\n'),
  "packages/storage-fancy/package.json": '{ "name": "storage-fancy", "dependencies": { "effect": "*" } }\n',
  "packages/http/src/helpers/Text.ts": "export const text = 1\n"
}
