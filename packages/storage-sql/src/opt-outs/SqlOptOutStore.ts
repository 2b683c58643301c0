import { ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { type KeptOptOut, OptOut } from "@rollcall/core/people"
import { OptOutStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Statement } from "effect/sql"
import { hash } from "node:crypto"
import { Database, type Db } from "../database/Database.ts"
import { oneOf, rowsOf } from "../database/Rows.ts"

type Store = OptOutStore["Service"]

const OptOutRow = Schema.Struct({
  digest: Schema.String,
  scope: OptOut.fields.scope,
  source: OptOut.fields.source,
  at: Schema.DateTimeUtcFromMillis,
  added_by: OptOut.fields.by,
  is_direct: Schema.BooleanFromBit,
  last_at: Schema.DateTimeUtcFromMillis
})
const optOuts = rowsOf(OptOutRow)
const digested = rowsOf(Schema.Struct({ digest: Schema.String }))
const counted = oneOf(Schema.Struct({ is_empty: Schema.BooleanFromBit }))
const listed = rowsOf(
  Schema.Struct({
    contact_uuid: Schema.NullOr(ContactUuid),
    address: Schema.NullOr(Schema.String),
    scope: OptOut.fields.scope,
    source: OptOut.fields.source,
    at: Schema.DateTimeUtcFromMillis,
    added_by: OptOut.fields.by,
    total: Schema.Natural
  })
)
const totalled = oneOf(Schema.Struct({ total: Schema.Natural }))
const ofContact = rowsOf(Schema.Struct({ contact: ContactUuid, scope: OptOut.fields.scope }))
const scoped = rowsOf(Schema.Struct({ address: Schema.String, scope: OptOut.fields.scope }))

/**
 * Returns the stored digest of a key: the SHA-256 of workspace and key in hex, so that workspaces cannot be compared. It
 * hides the address from readers of the table, but not from someone who tries every phone number.
 */
const digestOf = (workspace: WorkspaceUuid, key: string): string => hash("sha256", `${workspace} ${key}`, "hex")

/** Returns the distinct keys by their digests. */
const byDigest = (workspace: WorkspaceUuid, keys: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(keys.map((key) => [digestOf(workspace, key), key]))

/** Returns a table for FROM with one row per digest. */
const digestTable = ({ dialect }: Db, digests: Iterable<string>) =>
  dialect.valuesTable(
    "given",
    { wanted: "text" },
    Array.from(digests, (wanted) => ({ wanted }))
  )

/** Returns the keys of digests, in the given order. */
const keysOf = (given: ReadonlyMap<string, string>, rows: ReadonlyArray<{ readonly digest: string }>) => {
  const changed = new Set(rows.map(({ digest }) => digest))
  return Array.from(given).flatMap(([digest, key]) => (changed.has(digest) ? [key] : []))
}

const find = (db: Db): Store["find"] =>
  Effect.fnUntraced(function* (workspace, keys) {
    if (keys.length === 0) return new Map<string, ReadonlyArray<KeptOptOut>>()
    const given = byDigest(workspace, keys)
    const rows = yield* optOuts(
      db,
      db.sql`
        SELECT digest, scope, source, at, added_by, is_direct, last_at FROM ${db.table("opt_outs")}
        WHERE workspace_uuid = ${workspace} AND digest IN (SELECT wanted FROM ${digestTable(db, given.keys())})`
    )
    const kept = rows.flatMap(({ added_by: by, at, digest, is_direct: isDirect, last_at: lastAt, scope, source }) => {
      const key = given.get(digest)
      return key === undefined ? [] : [{ key, optOut: { scope, source, at, by, isDirect, lastAt } }]
    })
    return new Map(
      Array.from(
        Map.groupBy(kept, ({ key }) => key),
        ([key, of]) => [key, of.map(({ optOut }) => optOut)]
      )
    )
  })

const isEmpty =
  (db: Db): Store["isEmpty"] =>
  (workspace) =>
    Effect.map(
      counted(
        db,
        db.sql`
          SELECT CASE WHEN EXISTS (
            SELECT 1 FROM ${db.table("opt_outs")} WHERE workspace_uuid = ${workspace} AND digest > ''
          ) THEN 0 ELSE 1 END AS is_empty`
      ),
      ({ is_empty }) => is_empty
    )

/**
 * Returns the opt-outs of the contacts with the given addresses. Reads no contacts if no contact of the workspace is opted
 * out.
 */
const ofHolders =
  (db: Db): Store["ofHolders"] =>
  (workspace, addresses) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { address: "text" },
      addresses.map((address) => ({ address }))
    )
    const having = (column: string) => sql`
      SELECT given.address AS address, people.scope AS scope FROM ${given}
      JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`given.address`, "contacts")}
      JOIN ${table("opt_outs")} AS people
        ON people.workspace_uuid = ${workspace} AND people.contact_uuid = contacts.uuid AND people.is_direct = 1
      WHERE EXISTS (
        SELECT 1 FROM ${table("opt_outs")} WHERE workspace_uuid = ${workspace} AND contact_uuid IS NOT NULL
      )`
    return scoped(db, dialect.runUnprepared(sql`${having("chatapp_id_key")} UNION ${having("phone_number_key")}`))
  }

const ofContacts =
  (db: Db): Store["ofContacts"] =>
  (workspace, contacts) => {
    if (contacts.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { contact: "uuid" },
      contacts.map((contact) => ({ contact }))
    )
    const having = (condition: Statement.Fragment) => sql`
      SELECT given.contact AS contact, stopped.scope AS scope FROM ${given}
      JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = ${workspace} AND contacts.uuid = given.contact
      JOIN ${table("opt_outs")} AS stopped ON stopped.workspace_uuid = ${workspace} AND ${condition}`
    const all = sql`
      ${having(sql`stopped.contact_uuid = contacts.uuid`)}
      UNION ${having(sql`stopped.address = contacts.chatapp_id_key`)}
      UNION ${having(sql`stopped.address = contacts.phone_number_key`)}`
    return ofContact(db, dialect.runUnprepared(all))
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

const list = (db: Db): Store["list"] =>
  Effect.fnUntraced(function* (workspace, { scope, since, source, until }, { limit, offset }) {
    const { dialect, sql } = db
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
    const rows = yield* listed(
      db,
      dialect.runUnprepared(sql`
        SELECT contact_uuid, address, scope, source, at, added_by, COUNT(*) OVER () AS total ${selected}
        ORDER BY at DESC, name, scope LIMIT ${limit} OFFSET ${offset}`)
    )
    const total =
      rows[0]?.total ??
      (limit > 0 && offset === 0 ? 0 : (yield* totalled(db, sql`SELECT COUNT(*) AS total ${selected}`)).total)
    return {
      total,
      items: rows.map(({ added_by: by, address, at, contact_uuid: contactUuid, scope, source }) => ({
        contactUuid,
        address,
        scope,
        source,
        at,
        by
      }))
    }
  })

const add = (db: Db): Store["add"] =>
  Effect.fnUntraced(function* (workspace, entries, { by, scope, source }, at, lastAt = at) {
    if (entries.length === 0) return []
    const { dialect, sql, table } = db
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
    const optOuts = table("opt_outs")
    const unlessRequested = (column: "source" | "at" | "added_by") => sql`
      ${sql(column)} = CASE WHEN ${optOuts}.source = 'request' THEN ${optOuts}.${sql(column)} ELSE excluded.${sql(column)} END`
    const written = yield* digested(
      db,
      sql`
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
        RETURNING digest`
    )
    if (written.length < given.size && source !== "merge") {
      yield* db.mapErrors(sql`
        UPDATE ${optOuts} SET last_at = ${last}
        WHERE workspace_uuid = ${workspace} AND scope = ${scope} AND last_at < ${last}
          AND digest IN (SELECT wanted FROM ${digestTable(db, given.keys())})`)
    }
    return keysOf(given, written)
  })

const remove = (db: Db): Store["remove"] =>
  Effect.fnUntraced(function* (workspace, given) {
    const removed = new Set<string>()
    for (const [scope, ofScope] of Map.groupBy(given, ({ scope }) => scope)) {
      const digests = byDigest(
        workspace,
        ofScope.map(({ key }) => key)
      )
      const rows = yield* digested(
        db,
        db.sql`
          DELETE FROM ${db.table("opt_outs")}
          WHERE workspace_uuid = ${workspace} AND scope = ${scope}
            AND digest IN (SELECT wanted FROM ${digestTable(db, digests.keys())})
          RETURNING digest`
      )
      for (const key of keysOf(digests, rows)) removed.add(key)
    }
    return Array.from(removed)
  })

const forget = (db: Db): Store["forget"] =>
  Effect.fnUntraced(function* (workspace, { keys, people }) {
    const { sql, table } = db
    const within = (given: ReadonlyArray<string>) => sql`
      workspace_uuid = ${workspace}
      AND digest IN (SELECT wanted FROM ${digestTable(db, byDigest(workspace, given).keys())})`
    if (people.length > 0) yield* db.mapErrors(sql`DELETE FROM ${table("opt_outs")} WHERE ${within(people)}`)
    if (keys.length > 0) yield* db.mapErrors(sql`UPDATE ${table("opt_outs")} SET address = NULL WHERE ${within(keys)}`)
  })

export const layer = Layer.effect(
  OptOutStore,
  Effect.map(Database, (db) =>
    OptOutStore.of({
      find: find(db),
      isEmpty: isEmpty(db),
      ofHolders: ofHolders(db),
      ofContacts: ofContacts(db),
      list: list(db),
      add: add(db),
      remove: remove(db),
      forget: forget(db)
    })
  )
)
