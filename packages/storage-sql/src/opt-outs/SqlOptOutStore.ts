import { ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { type KeptOptOut, OptOut } from "@rollcall/core/people"
import { OptOutStore } from "@rollcall/core/storage"
import { Boolean, DateTime, Effect, Schema } from "effect"
import { hash } from "node:crypto"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer, type Db } from "../database/Database.ts"
import { hasRow, readTotal, rowsOf } from "../database/Rows.ts"

const { by, scope, source } = OptOut.fields
const at = Schema.DateTimeUtcFromMillis
const kept = rowsOf(
  Schema.Struct({
    digest: Schema.String,
    scope,
    source,
    at,
    added_by: by,
    is_direct: Schema.BooleanFromBit,
    last_at: at
  })
)
const digested = rowsOf(Schema.Struct({ digest: Schema.String }))
const listed = rowsOf(
  Schema.Struct({
    contact_uuid: Schema.NullOr(ContactUuid),
    address: Schema.NullOr(Schema.String),
    scope,
    source,
    at,
    added_by: by,
    total: Schema.Natural
  })
)
const ofContact = rowsOf(Schema.Struct({ contact: ContactUuid, scope }))
const ofHolder = rowsOf(Schema.Struct({ address: Schema.String, scope }))

/**
 * Returns the stored digest of a key: the SHA-256 of workspace and key in hex, so that workspaces cannot be compared. It
 * hides the address from readers of the table, but not from someone who tries every phone number.
 */
const digestOf = (workspace: WorkspaceUuid, key: string): string => hash("sha256", `${workspace} ${key}`, "hex")

/** Returns the distinct keys by their digests. */
const byDigest = (workspace: WorkspaceUuid, keys: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(keys.map((key) => [digestOf(workspace, key), key]))

/** Returns the keys of digests, in the given order. */
const keysOf = (given: ReadonlyMap<string, string>, rows: ReadonlyArray<{ readonly digest: string }>) => {
  const changed = new Set(rows.map(({ digest }) => digest))
  return Array.from(given).flatMap(([digest, key]) => (changed.has(digest) ? [key] : []))
}

/**
 * Returns a SELECT of the opt-outs of contacts, and of addresses without a contact. CROSS JOIN makes SQLite look up the
 * contacts of each opt-out, and not the other way round. A person's opted-out address is listed only with the contacts that
 * have it.
 */
const listedRows = ({ dialect, sql, table }: Db, workspace: WorkspaceUuid) => {
  const columns = sql`stopped.scope AS scope, stopped.source AS source, stopped.at AS at, stopped.added_by AS added_by`
  const holds = (column: string) => sql`
    contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`stopped.address`, "contacts")}`
  const isHeld = (column: string) => sql`EXISTS (SELECT 1 FROM ${table("contacts")} AS contacts WHERE ${holds(column)})`
  const ofHolders = (column: string) => sql`
    SELECT contacts.uuid AS contact_uuid, CAST(NULL AS text) AS address, ${columns} FROM ${table("opt_outs")} AS stopped
    CROSS JOIN ${table("contacts")} AS contacts
    WHERE stopped.workspace_uuid = ${workspace} AND stopped.address IS NOT NULL AND ${holds(column)}`
  return sql`
    SELECT stopped.contact_uuid AS contact_uuid, CAST(NULL AS text) AS address, ${columns}
    FROM ${table("opt_outs")} AS stopped
    CROSS JOIN ${table("contacts")} AS contacts
    WHERE stopped.workspace_uuid = ${workspace} AND stopped.contact_uuid IS NOT NULL
      AND contacts.workspace_uuid = ${workspace} AND contacts.uuid = stopped.contact_uuid
    UNION ALL ${ofHolders("chatapp_id_key")} UNION ALL ${ofHolders("phone_number_key")}
    UNION ALL
    SELECT NULL AS contact_uuid, stopped.address AS address, ${columns} FROM ${table("opt_outs")} AS stopped
    WHERE stopped.workspace_uuid = ${workspace} AND stopped.address IS NOT NULL AND stopped.is_direct = 1
      AND NOT ${isHeld("chatapp_id_key")} AND NOT ${isHeld("phone_number_key")}`
}

export const layer = storeLayer(OptOutStore, (db) => {
  const { dialect, run, sql, table } = db
  const optOuts = table("opt_outs")
  const isAmong = (digests: Iterable<string>) =>
    sql`digest IN (SELECT wanted FROM ${columnTable(dialect, "wanted", "text", Array.from(digests))})`

  return {
    find: Effect.fnUntraced(function* (workspace, keys) {
      if (keys.length === 0) return new Map<string, ReadonlyArray<KeptOptOut>>()
      const given = byDigest(workspace, keys)
      const rows = yield* kept(db)(sql`
        SELECT digest, scope, source, at, added_by, is_direct, last_at FROM ${optOuts}
        WHERE workspace_uuid = ${workspace} AND ${isAmong(given.keys())}`)
      const found = rows.flatMap(
        ({ added_by: by, at, digest, is_direct: isDirect, last_at: lastAt, scope, source }) => {
          const key = given.get(digest)
          return key === undefined ? [] : [{ key, optOut: { scope, source, at, by, isDirect, lastAt } }]
        }
      )
      return new Map(
        Array.from(
          Map.groupBy(found, ({ key }) => key),
          ([key, of]) => [key, of.map(({ optOut }) => optOut)]
        )
      )
    }),

    isEmpty: (workspace) =>
      Effect.map(
        hasRow(db)(sql`SELECT digest FROM ${optOuts} WHERE workspace_uuid = ${workspace} AND digest > '' LIMIT 1`),
        Boolean.not
      ),

    // Reads no contacts if no contact of the workspace is opted out.
    ofHolders: (workspace, addresses) => {
      if (addresses.length === 0) return Effect.succeed([])
      const having = (column: string) => sql`
        SELECT given.address AS address, people.scope AS scope FROM ${columnTable(dialect, "address", "text", addresses)}
        JOIN ${table("contacts")} AS contacts
          ON contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}
        JOIN ${optOuts} AS people
          ON people.workspace_uuid = ${workspace} AND people.contact_uuid = contacts.uuid AND people.is_direct = 1
        WHERE EXISTS (SELECT 1 FROM ${optOuts} WHERE workspace_uuid = ${workspace} AND contact_uuid IS NOT NULL)`
      return ofHolder(db)(dialect.runUnprepared(sql`${having("chatapp_id_key")} UNION ${having("phone_number_key")}`))
    },

    ofContacts: (workspace, contacts) => {
      if (contacts.length === 0) return Effect.succeed([])
      const having = (condition: string) => sql`
        SELECT given.contact AS contact, stopped.scope AS scope FROM ${columnTable(dialect, "contact", "uuid", contacts)}
        JOIN ${table("contacts")} AS contacts
          ON contacts.workspace_uuid = ${workspace} AND contacts.uuid = given.contact
        JOIN ${optOuts} AS stopped ON stopped.workspace_uuid = ${workspace} AND ${sql.literal(condition)}`
      const all = sql`
        ${having("stopped.contact_uuid = contacts.uuid")}
        UNION ${having("stopped.address = contacts.chatapp_id_key")}
        UNION ${having("stopped.address = contacts.phone_number_key")}`
      return ofContact(db)(dialect.runUnprepared(all))
    },

    list: Effect.fnUntraced(function* (workspace, { scope, since, source, until }, { limit, offset }) {
      const name = sql`COALESCE(CAST(contact_uuid AS text), address)`
      const wanted = sql.and([
        sql`nth = 1`,
        ...(scope === undefined ? [] : [sql`scope = ${scope}`]),
        ...(source === undefined ? [] : [sql`source = ${source}`]),
        ...(since === undefined ? [] : [sql`at >= ${DateTime.toEpochMillis(since)}`]),
        ...(until === undefined ? [] : [sql`at < ${DateTime.toEpochMillis(until)}`])
      ])
      const selected = sql`
        FROM (
          SELECT listed.*, ${name} AS name,
            ROW_NUMBER() OVER (PARTITION BY ${name}, scope ORDER BY at, source) AS nth
          FROM (${listedRows(db, workspace)}) AS listed
        ) AS ranked
        WHERE ${wanted}`
      const rows = yield* listed(db)(
        dialect.runUnprepared(sql`
          SELECT contact_uuid, address, scope, source, at, added_by, COUNT(*) OVER () AS total ${selected}
          ORDER BY at DESC, name, scope LIMIT ${limit} OFFSET ${offset}`)
      )
      const total =
        rows[0]?.total ??
        (limit > 0 && offset === 0 ? 0 : yield* readTotal(db)(sql`SELECT COUNT(*) AS total ${selected}`))
      const items = rows.map(({ added_by: by, address, at, contact_uuid: contactUuid, scope, source }) => {
        return { contactUuid, address, scope, source, at, by }
      })
      return { total, items }
    }),

    add: Effect.fnUntraced(function* (workspace, entries, { by, scope, source }, at, lastAt = at) {
      if (entries.length === 0) return []
      const given = byDigest(
        workspace,
        entries.map(({ key }) => key)
      )
      const rows = new Map(
        entries.map(({ address, contact, isDirect, key }) => {
          const digest = digestOf(workspace, key)
          return [digest, { digest, is_direct: isDirect ? 1 : 0, contact_uuid: contact, address }]
        })
      )
      const columns = { digest: "text", is_direct: "integer", contact_uuid: "uuid", address: "text" } as const
      const now = yield* dialect.now
      const [since, last] = [at, lastAt].map((one) => (one === undefined ? now : sql`${DateTime.toEpochMillis(one)}`))
      const unlessRequested = (column: "source" | "at" | "added_by") => sql`
        ${sql(column)} = CASE WHEN ${optOuts}.source = 'request' THEN ${optOuts}.${sql(column)} ELSE excluded.${sql(column)} END`
      const written = yield* digested(db)(sql`
        INSERT INTO ${optOuts} (workspace_uuid, digest, scope, source, at, last_at, added_by, is_direct, contact_uuid, address)
        SELECT ${workspace}, digest, ${scope}, ${source}, ${since}, ${last}, ${by}, is_direct, contact_uuid, address
        FROM ${dialect.valuesTable("given", columns, Array.from(rows.values()))} WHERE TRUE
        ON CONFLICT (workspace_uuid, digest, scope) DO UPDATE
          SET ${unlessRequested("source")}, ${unlessRequested("at")}, ${unlessRequested("added_by")},
            last_at = CASE WHEN ${optOuts}.source = 'merge' OR excluded.last_at > ${optOuts}.last_at
              THEN excluded.last_at ELSE ${optOuts}.last_at END,
            address = excluded.address,
            is_direct = CASE WHEN excluded.is_direct = 1 THEN 1 ELSE ${optOuts}.is_direct END
          WHERE excluded.source <> 'merge'
            AND (${optOuts}.source = 'merge' OR (excluded.source = 'request' AND ${optOuts}.source <> 'request')
              OR excluded.is_direct > ${optOuts}.is_direct)
        RETURNING digest`)
      if (written.length < given.size && source !== "merge") {
        yield* run(sql`
          UPDATE ${optOuts} SET last_at = ${last}
          WHERE workspace_uuid = ${workspace} AND scope = ${scope} AND last_at < ${last} AND ${isAmong(given.keys())}`)
      }
      return keysOf(given, written)
    }),

    remove: Effect.fnUntraced(function* (workspace, given) {
      const removed = new Set<string>()
      for (const [scope, ofScope] of Map.groupBy(given, ({ scope }) => scope)) {
        const digests = byDigest(
          workspace,
          ofScope.map(({ key }) => key)
        )
        const rows = yield* digested(db)(sql`
          DELETE FROM ${optOuts}
          WHERE workspace_uuid = ${workspace} AND scope = ${scope} AND ${isAmong(digests.keys())}
          RETURNING digest`)
        for (const key of keysOf(digests, rows)) removed.add(key)
      }
      return Array.from(removed)
    }),

    forget: Effect.fnUntraced(function* (workspace, { keys, people }) {
      const within = (given: ReadonlyArray<string>) =>
        sql`workspace_uuid = ${workspace} AND ${isAmong(byDigest(workspace, given).keys())}`
      if (people.length > 0) yield* run(sql`DELETE FROM ${optOuts} WHERE ${within(people)}`)
      if (keys.length > 0) yield* run(sql`UPDATE ${optOuts} SET address = NULL WHERE ${within(keys)}`)
    })
  }
})
