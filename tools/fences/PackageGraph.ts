/** The SQLite driver, which is patched and therefore bundled into the one file that imports it. */
export const driver = "@effect/sql-sqlite-node"

/** What each package imports: packages of this repository, packages of npm, and `node:*` for the modules of Node. */
export const packageGraph: { readonly [packageName: string]: ReadonlyArray<string> } = {
  core: ["effect"],
  "storage-memory": ["@rollcall/core", "effect"],
  "storage-sql": ["@rollcall/core", "effect", "node:*"],
  "storage-sqlite": ["@rollcall/core", "@rollcall/storage-sql", "effect", driver, "node:*"],
  "storage-postgres": ["@rollcall/core", "@rollcall/storage-sql", "effect", "@effect/sql-pg", "node:*"],
  conformance: ["@rollcall/core", "effect", "vitest", "@effect/vitest", "fast-check"],
  "channel-simulator": ["@rollcall/core", "effect"],
  "channel-whatsapp": ["@rollcall/core", "effect", "node:*"],
  "phone-numbers": ["@rollcall/core", "effect", "libphonenumber-js"],
  api: ["@rollcall/core", "effect"],
  http: ["@rollcall/api", "@rollcall/console", "@rollcall/core", "effect", "node:*"],
  rollcall: [
    "@rollcall/core",
    "@rollcall/http",
    "@rollcall/storage-memory",
    "@rollcall/storage-sql",
    "@rollcall/storage-sqlite",
    "@rollcall/storage-postgres",
    "@rollcall/channel-simulator",
    "@rollcall/channel-whatsapp",
    "@rollcall/phone-numbers",
    "effect",
    "@remix-run/node-fetch-server",
    "any-ascii",
    "node:*"
  ],
  "contact-files": ["@rollcall/api", "@rollcall/core", "effect", "csv-parse"],
  cli: [
    "@rollcall/api",
    "@rollcall/contact-files",
    "@rollcall/core",
    "@rollcall/http",
    "@rollcall/phone-numbers",
    "@rollcall/storage-memory",
    "@rollcall/storage-sqlite",
    "@rollcall/storage-postgres",
    "@rollcall/channel-simulator",
    "@rollcall/channel-whatsapp",
    "effect",
    "@effect/platform-node",
    "any-ascii",
    "csv-stringify",
    "string-width",
    "node:*"
  ],
  console: [
    "@rollcall/api",
    "@rollcall/contact-files",
    "preact",
    "preact-iso",
    "d3-array",
    "d3-time",
    "@tanstack/virtual-core",
    "effect"
  ],
  "create-rollcall": ["effect", "@effect/platform-node", "node:*"]
}

/** The packages that are one file with all that they import inside: nothing is installed with them. */
export const bundledWhole: ReadonlyArray<string> = ["console", "create-rollcall"]

/** The packages that are a page for browsers, which a build of its own makes. Their types are written by hand. */
export const webPages: ReadonlyArray<string> = ["console"]

/** The files of hosts that take ports from `@rollcall/core/storage`: they build on a store, or on several ports at once. */
export const portUsers: ReadonlyArray<string> = ["^packages/cli/src/serve/channel/(Channel|WhatsAppAccounts)\\.ts$"]

/**
 * The folders of core/src: each imports only those of earlier rows, except that `imports` imports `lists` too. None
 * imports a file of core/src itself, such as its index.
 */
export const coreFolders: ReadonlyArray<ReadonlyArray<string>> = [
  ["shared"],
  ["identifiers", "observability"],
  ["background", "contact-fields"],
  ["access", "events", "search"],
  ["custom-fields", "webhooks"],
  ["history"],
  ["contacts"],
  ["identity"],
  ["lists", "notes", "messages", "opt-outs", "workspaces"],
  ["contact-jobs", "imports", "segments", "templates"],
  ["channels"],
  ["broadcasts"],
  ["delivery"],
  ["merges"],
  ["dispatch", "inbox", "erasure"],
  ["timeline"]
]
