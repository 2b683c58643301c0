/** What a package of the house may import. Its package.json declares exactly that. */
export interface Row {
  /** Packages of the house, without the scope. */
  readonly house: ReadonlyArray<string>
  /** Packages of others. */
  readonly others: ReadonlyArray<string>
  /** Whether it may import modules of Node. */
  readonly node?: boolean
}

/** The SQLite driver, which is patched and therefore bundled into the one file that imports it. */
export const driver = "@effect/sql-sqlite-node"

/** The picture in docs/architecture.md, a row for each folder under packages. A row may come before its package. */
export const picture: { readonly [packageName: string]: Row } = {
  core: { house: [], others: ["effect"] },
  "storage-memory": { house: ["core"], others: ["effect"] },
  "storage-sql": { house: ["core"], others: ["effect"] },
  "storage-sqlite": { house: ["core", "storage-sql"], others: ["effect", driver], node: true },
  "storage-postgres": { house: ["core", "storage-sql"], others: ["effect", "@effect/sql-pg"], node: true },
  "storage-conformance": { house: ["core"], others: ["effect", "vitest", "@effect/vitest", "fast-check"] },
  "channel-simulator": { house: ["core"], others: ["effect"] },
  http: { house: ["core"], others: ["effect"] },
  server: {
    house: ["core", "http", "storage-memory", "storage-sqlite", "storage-postgres", "channel-simulator"],
    others: [
      "effect",
      "@effect/platform-node",
      "any-ascii",
      "csv-parse",
      "csv-stringify",
      "cli-progress",
      "cli-table3"
    ],
    node: true
  }
}
