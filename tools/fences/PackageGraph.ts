/** The patched SQLite driver, which is therefore bundled into the one file that imports it. */
export const driver = "@effect/sql-sqlite-node"

/** The imports of each package: packages of this repository, npm packages, and `node:*` for Node's modules. */
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
  "contact-files": ["@rollcall/api", "@rollcall/core", "effect", "csv-parse", "saxen"],
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

/** The packages that consist of one file with all their imports. Nothing else is installed with them. */
export const bundledWhole: ReadonlyArray<string> = ["console", "create-rollcall"]

/** The packages that are a web page with a separate build. Their types are written by hand. */
export const webPages: ReadonlyArray<string> = ["console"]

/**
 * The host files that import ports from `@rollcall/core/storage`, because they build on a store or on several ports at
 * once.
 */
export const portUsers: ReadonlyArray<string> = ["^packages/cli/src/serve/channel/(Channel|WhatsAppAccounts)\\.ts$"]

const rowsOf = (order: Readonly<Record<string, ReadonlyArray<string>>>) =>
  Object.fromEntries(Object.entries(order).map(([name, rows]) => [name, rows.map((row) => row.split(", "))]))

/**
 * The folders of each package's `src`, in order. A file imports its own folder and the folders of earlier rows, never a
 * folder of a later row or another folder of the same row. A nested folder that is listed has its own place, and may
 * import the folders around it. `contacts/ContactRow` is a file with its own place.
 */
export const folderOrder = rowsOf({
  core: [
    "shared",
    "operations/access, operations/observability",
    "operations/background",
    "events/events",
    "events/webhooks",
    "people/identifiers, people/contact-fields",
    "people/search",
    "people/custom-fields",
    "people/history, people/workspaces",
    "people/contacts",
    "people/identity",
    "people/lists, people/notes, people/opt-outs",
    "people/contact-jobs, people/imports, people/merges, people/segments",
    "sending/messages, sending/templates",
    "sending/channels",
    "sending/broadcasts",
    "sending/delivery",
    "sending/dispatch, sending/inbox",
    "person/erasure, person/import-undo, person/timeline"
  ],
  api: [
    "requests",
    "errors, system",
    "access",
    "custom-fields, messages, notes, settings, templates, timeline, webhooks",
    "contacts",
    "imports, lists, merges",
    "opt-outs, segments",
    "broadcasts",
    "events"
  ],
  "channel-whatsapp": ["fake, graph", "accounts, node", "templates", "messages, webhook"],
  cli: [
    "serve, serve/settings",
    "serve/channel, serve/observability, serve/processes, serve/upkeep",
    "serve/serving",
    "contacts/reading, screen",
    "targets",
    "access, broadcasts, contacts, contacts/import, contacts/import/report, contacts/import/rows, contacts/search, contacts/timeline, events, fields, health, migrate, opt-outs, settings, templates, upkeep, webhooks",
    "broadcasts/create, contacts/export, contacts/merge, lists, segments"
  ],
  console: [
    "reading, ui/table",
    "texts",
    "api, zones",
    "ui",
    "compose/preview, ui/answers",
    "ui/overlays",
    "ui/forms",
    "sets",
    "contact/notes, contacts/bulk, contacts/filters, contacts/form, settings, shell",
    "broadcasts, broadcasts/recipients, compose/draft, contacts, contacts/segments, imports, messages, tokens",
    "broadcasts/actions, compose, compose/sections, contact/merge, events, fields, import/file, lists",
    "broadcasts/live, contact, contact/actions, contact/timeline, import/run, webhooks",
    "home, import, opt-outs"
  ],
  "contact-files": ["file", "rows", "values, workbook", "outcomes", "csv", "json", "run"],
  http: [
    "webhook-sender, requests, requests/body",
    "errors",
    "system",
    "handlers",
    "events, imports, templates",
    "access, broadcasts, channels, console, custom-fields, lists, merges, messages, notes, opt-outs, segments, settings, timeline, webhooks",
    "steps",
    "contacts"
  ],
  rollcall: ["inputs, options", "results", "methods", "areas"],
  conformance: [
    "channel, storage, storage/shared",
    "storage/dispatch/people, storage/fixtures, storage/inbox, storage/templates, storage/workspaces",
    "storage/access, storage/broadcasts, storage/contacts, storage/custom-fields, storage/deliveries, storage/deliveries/history, storage/events, storage/imports, storage/merges, storage/notes, storage/timeline, storage/webhooks",
    "storage/dispatch, storage/observability, storage/search, storage/search/corpus, storage/transactions",
    "storage/audiences, storage/contact-jobs, storage/opt-outs, storage/search/generated",
    "storage/lists, storage/model, storage/segments"
  ],
  "storage-memory": [
    "database",
    "access, contact-jobs, custom-fields, erasure, events, history, imports, inbox, lists, merges, messages, notes, opt-outs, segments, templates, webhooks, workspaces",
    "contacts, delivery, observability",
    "broadcasts"
  ],
  "storage-postgres": ["host, migrations, reading, schema"],
  "storage-sql": [
    "database",
    "access, counts, opt-outs, shared, templates, workspaces",
    "contact-jobs, custom-fields, delivery, events, history, imports, inbox, messages, notes, search, segments, upkeep",
    "contacts/ContactRow, webhooks",
    "broadcasts, lists",
    "erasure, observability",
    "contacts",
    "merges"
  ],
  "storage-sqlite": ["migrations, reading, upkeep", "file"]
})
