import type { WorkspaceUuid } from "@rollcall/core"
import { OptOut } from "@rollcall/core/opt-outs"
import { OptOutStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Schema } from "effect"
import { hash } from "node:crypto"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = OptOutStore["Service"]

const OptOutRow = Schema.Struct({
  digest: Schema.String,
  source: OptOut.fields.source,
  at: Schema.DateTimeUtcFromMillis,
  added_by: OptOut.fields.by
})
const optOuts = rowsOf(OptOutRow)
const digested = rowsOf(Schema.Struct({ digest: Schema.String }))

/**
 * What is stored of an address: its SHA-256 with the workspace, in hex, so that two workspaces cannot be compared. It
 * hides the address from readers of the table, and not from one who tries every phone number.
 */
const digestOf = (workspace: WorkspaceUuid, address: string): string => hash("sha256", `${workspace} ${address}`, "hex")

/** The addresses, each once, by their digests. */
const byDigest = (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(addresses.map((address) => [digestOf(workspace, address), address]))

/** A table for FROM with a row for each digest. */
const digestTable = ({ dialect }: Db, digests: Iterable<string>) =>
  dialect.valuesTable(
    "given",
    { wanted: "text" },
    Array.from(digests, (wanted) => ({ wanted }))
  )

/** The addresses of digests, in the order in which they were given. */
const addressesOf = (given: ReadonlyMap<string, string>, rows: ReadonlyArray<{ readonly digest: string }>) => {
  const changed = new Set(rows.map(({ digest }) => digest))
  return Array.from(given).flatMap(([digest, address]) => (changed.has(digest) ? [address] : []))
}

const find = (db: Db): Store["find"] =>
  Effect.fnUntraced(function* (workspace, addresses) {
    if (addresses.length === 0) return new Map()
    const given = byDigest(workspace, addresses)
    const rows = yield* optOuts(
      db,
      db.sql`
        SELECT digest, source, at, added_by FROM ${db.table("opt_outs")}
        WHERE workspace_uuid = ${workspace} AND digest IN (SELECT wanted FROM ${digestTable(db, given.keys())})`
    )
    return new Map(
      rows.flatMap(({ added_by, at, digest, source }) => {
        const address = given.get(digest)
        return address === undefined ? [] : [[address, { source, at, by: added_by }] as const]
      })
    )
  })

const add = (db: Db): Store["add"] =>
  Effect.fnUntraced(function* (workspace, addresses, { by, source }, at) {
    if (addresses.length === 0) return []
    const { dialect, sql, table } = db
    const given = byDigest(workspace, addresses)
    const since = at === undefined ? yield* dialect.now : sql`${DateTime.toEpochMillis(at)}`
    const rows = yield* digested(
      db,
      sql`
        INSERT INTO ${table("opt_outs")} (workspace_uuid, digest, source, at, added_by)
        SELECT ${workspace}, wanted, ${source}, ${since}, ${by} FROM ${digestTable(db, given.keys())} WHERE TRUE
        ON CONFLICT (workspace_uuid, digest) DO UPDATE
          SET source = excluded.source, at = excluded.at, added_by = excluded.added_by
          WHERE ${table("opt_outs")}.source = 'merge' AND excluded.source <> 'merge'
        RETURNING digest`
    )
    return addressesOf(given, rows)
  })

const remove = (db: Db): Store["remove"] =>
  Effect.fnUntraced(function* (workspace, addresses) {
    if (addresses.length === 0) return []
    const { sql, table } = db
    const given = byDigest(workspace, addresses)
    const rows = yield* digested(
      db,
      sql`
        DELETE FROM ${table("opt_outs")}
        WHERE workspace_uuid = ${workspace} AND digest IN (SELECT wanted FROM ${digestTable(db, given.keys())})
        RETURNING digest`
    )
    return addressesOf(given, rows)
  })

/** The {@link OptOutStore} port over the table `opt_outs`. */
export const layer = Layer.effect(
  OptOutStore,
  Effect.map(Database, (db) => OptOutStore.of({ find: find(db), add: add(db), remove: remove(db) }))
)
