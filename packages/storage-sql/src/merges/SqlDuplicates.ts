import { type Contact, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { fold, type PlacePage, type PlaceRequest } from "@rollcall/core/operations"
import {
  type DuplicateGroup,
  type DuplicateKind,
  duplicateKinds,
  maxShownDuplicates,
  placeOfGroup
} from "@rollcall/core/people"
import type { MergeStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { ContactRow } from "../contacts/ContactRow.ts"
import { selectContacts } from "../contacts/FindContact.ts"
import type { Db } from "../database/Database.ts"
import { readTotal, rowsOf } from "../database/Rows.ts"

const Group = Schema.Struct({
  kind: Schema.Natural,
  value: Schema.String,
  contacts: Schema.Natural,
  total: Schema.Natural
})
const groups = rowsOf(Group)
const holders = rowsOf(Schema.Struct({ place: Schema.Natural, uuid: ContactUuid }))
const contacts = rowsOf(ContactRow)

/** The columns with the normalized values of each kind of duplicate. */
const columnsOf: { readonly [Kind in DuplicateKind]: ReadonlyArray<string> } = {
  email: ["email_key"],
  phoneNumber: ["phone_number_key", "chatapp_id_key"],
  externalContactId: ["external_contact_id"]
}

/** Returns the table name for a kind's repeated values, which are identified by their indexed start. */
const repeatedIn = (kind: DuplicateKind): string => `repeated_${duplicateKinds.indexOf(kind)}`

/** Selects the indexed start of a column's values, with their contacts. */
const heldIn = (db: Db, workspace: WorkspaceUuid, column: string, condition: Statement.Fragment) => {
  const { dialect, sql, table } = db
  const [start] = dialect.order(column, "contacts")
  return sql`
    SELECT ${start} AS start, uuid FROM ${table("contacts")} AS contacts
    WHERE workspace_uuid = ${workspace} AND ${start} IS NOT NULL AND ${condition} AND ${dialect.isNotCancelled("contacts")}`
}

/** Selects the repeated values of a table, with their number of contacts. */
const grouped = (db: Db, value: Statement.Fragment, rows: Statement.Fragment) => db.sql`
  SELECT ${value} AS value, count(*) AS contacts FROM ${rows} GROUP BY ${value} HAVING count(*) > 1`

/** The tables of a WITH and the SELECT that finds the groups of a kind. */
interface Found {
  readonly tables: ReadonlyArray<Statement.Fragment>
  readonly groups: Statement.Fragment
}

/**
 * Finds groups by email or number. Counts values with index-only scans, because the indexes contain whether a contact is
 * archived; reads contacts only for values that are indexed in part. A contact with one number in both columns counts once.
 * Planners expect few groups and would write a large hash table to disk in small parts, so rows are read in order.
 */
const foundByKey = (db: Db, workspace: WorkspaceUuid, kind: "email" | "phoneNumber"): Found => {
  const { dialect, sql, table } = db
  const name = sql`${sql(repeatedIn(kind))}`
  const held = columnsOf[kind].map((column) => heldIn(db, workspace, column, sql`archived = 0`))
  const all = held.reduce((some, one) => sql`${some} UNION ALL ${one}`)
  const rows =
    held.length === 1 ? all : sql`SELECT start, uuid FROM (${all} ORDER BY start, uuid) AS held GROUP BY start, uuid`
  const beginnings = columnsOf[kind].map((column) => {
    const [start] = dialect.order(column, "contacts")
    return sql`
      SELECT ${sql(column)} AS value FROM ${name} AS given CROSS JOIN ${table("contacts")} AS contacts
      WHERE NOT ${dialect.isWhole(column, sql`given.start`, "contacts")}
        AND workspace_uuid = ${workspace} AND archived = 0 AND ${start} = given.start`
  })
  const whole = columnsOf[kind].map((column) => dialect.isWhole(column, sql`start`, "contacts"))
  return {
    tables: [sql`${name} (start, contacts) AS MATERIALIZED (${grouped(db, sql`start`, sql`(${rows}) AS held`)})`],
    groups: sql`
      SELECT start AS value, contacts FROM ${name} WHERE ${sql.and(whole)}
      UNION ALL ${grouped(db, sql`value`, sql`(${beginnings.reduce((some, one) => sql`${some} UNION ALL ${one}`)}) AS held`)}`
  }
}

/**
 * Finds groups by external id, which has no index of its normalized form. A planner with statistics chooses how to read all
 * contacts. A planner with rules reads the index of folded forms, then the contacts that share one.
 */
const foundByExternalId = (db: Db, workspace: WorkspaceUuid): Found => {
  const { dialect, sql, table } = db
  const select = sql`SELECT external_contact_id AS value FROM`
  if (dialect.engine.planner === "statistics") {
    const rows = sql`
      ${select} ${table("contacts")} AS contacts
      WHERE workspace_uuid = ${workspace} AND archived = 0 AND external_contact_id IS NOT NULL
      ORDER BY external_contact_id`
    return { tables: [], groups: grouped(db, sql`value`, sql`(${rows}) AS held`) }
  }
  const name = sql`${sql(repeatedIn("externalContactId"))}`
  const all = heldIn(db, workspace, "external_contact_id_folded", sql.literal("TRUE"))
  const [start] = dialect.order("external_contact_id_folded", "contacts")
  const rows = sql`
    ${select} ${name} AS given CROSS JOIN ${table("contacts")} AS contacts
    WHERE workspace_uuid = ${workspace} AND archived = 0 AND ${start} = given.start`
  return {
    tables: [sql`${name} (start, contacts) AS MATERIALIZED (${grouped(db, sql`start`, sql`(${all}) AS held`)})`],
    groups: grouped(db, sql`value`, sql`(${rows}) AS held`)
  }
}

const foundOf = (db: Db, workspace: WorkspaceUuid, kind: DuplicateKind): Found =>
  kind === "externalContactId" ? foundByExternalId(db, workspace) : foundByKey(db, workspace, kind)

/**
 * Returns a SELECT of the distinct unarchived contacts with a value of the table `given` in a column of a kind. Uses a
 * CROSS JOIN, because SQLite would otherwise read every contact and look it up among the values.
 */
const holdersOf = (db: Db, workspace: WorkspaceUuid, kind: DuplicateKind, given: Statement.Fragment) => {
  const { dialect, sql, table } = db
  return columnsOf[kind]
    .map(
      (column) => sql`
        SELECT place, wanted, ${sql(column)} AS value, contacts.uuid AS uuid, created_at
        FROM ${given} CROSS JOIN ${table("contacts")} AS contacts
        WHERE workspace_uuid = ${workspace} AND archived = 0
          AND ${dialect.matches(column === "external_contact_id" ? `${column}_folded` : column, sql`given.counted`, "contacts")}`
    )
    .reduce((all, one) => sql`${all} UNION ${one}`)
}

/** Reads a page of groups, then the contacts of each. */
const readGroups = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  kinds: ReadonlyArray<DuplicateKind>,
  { after, limit, offset }: PlaceRequest
) {
  const { dialect, sql } = db
  const found = kinds.map((kind) => ({ kind, ...foundOf(db, workspace, kind) }))
  const all = found
    .map(({ groups, kind }) => {
      const place = sql.literal(String(duplicateKinds.indexOf(kind)))
      return sql`SELECT ${place} AS kind, value, contacts FROM (${groups}) AS found`
    })
    .reduce((some, one) => sql`${some} UNION ALL ${one}`)
  const tables = sql.csv([...found.flatMap(({ tables }) => tables), sql`duplicates AS MATERIALIZED (${all})`])
  const key = typeof after?.key === "string" ? after.key : null
  const isNext =
    key === null
      ? sql.literal("TRUE")
      : sql`(kind, value) > (CAST(${Number(key.slice(0, 1))} AS integer), ${key.slice(1)})`
  const search = <A>(statement: Statement.Statement<A>) =>
    dialect.runSearch(statement, { isPrepared: false, usesTrigrams: false })
  const rows = yield* groups(db)(
    search(sql`
      WITH ${tables}
      SELECT kind, value, contacts, (SELECT count(*) FROM duplicates) AS total FROM duplicates
      WHERE ${isNext} ORDER BY kind, value LIMIT ${limit + 1} OFFSET ${offset}`)
  )
  const shown = rows.slice(0, limit)
  const [first] = rows
  const isFirst = key === null && offset === 0
  const total =
    first?.total ??
    (isFirst ? 0 : yield* readTotal(db)(search(sql`WITH ${tables} SELECT count(*) AS total FROM duplicates`)))
  const shownContacts = yield* contactsOf(
    db,
    workspace,
    shown.flatMap(({ kind, value }) => {
      const field = duplicateKinds[kind]
      return field === undefined ? [] : [{ field, value }]
    })
  )
  const items = shown.flatMap(({ contacts: count, kind, value }, place): ReadonlyArray<DuplicateGroup> => {
    const field = duplicateKinds[kind]
    return field === undefined ? [] : [{ field, value, count, contacts: shownContacts.get(place) ?? [] }]
  })
  const lastItem = items.at(-1)
  const page: PlacePage<DuplicateGroup> = {
    items,
    total,
    next: rows.length > limit && lastItem !== undefined ? placeOfGroup(workspace, lastItem) : null
  }
  return page
})

interface Wanted {
  readonly field: DuplicateKind
  readonly value: string
}

/** Returns the oldest contacts of groups, by the number of the group. */
const contactsOf = Effect.fnUntraced(function* (db: Db, workspace: WorkspaceUuid, wanted: ReadonlyArray<Wanted>) {
  const { dialect, sql } = db
  const found = new Map<number, ReadonlyArray<Contact>>()
  if (wanted.length === 0) return found
  const rows = wanted.map(({ field, value }, place) => {
    return { field, place, value, counted: field === "externalContactId" ? fold(value) : value }
  })
  const held = Array.from(
    Map.groupBy(rows, ({ field }) => field),
    ([field, some]) => {
      const members = { place: "integer", counted: "text", wanted: "text" } as const
      const given = dialect.valuesTable(
        "given",
        members,
        some.map(({ counted, place, value }) => ({ place, counted, wanted: value }))
      )
      const all = holdersOf(db, workspace, field, given)
      return sql`SELECT place, uuid, created_at FROM (${all}) AS holding WHERE value = wanted`
    }
  ).reduce((some, one) => sql`${some} UNION ALL ${one}`)
  const oldest = yield* holders(db)(
    dialect.runUnprepared(sql`
      SELECT place, uuid FROM (
        SELECT place, uuid, row_number() OVER (PARTITION BY place ORDER BY created_at, uuid) AS nth
        FROM (${held}) AS held
      ) AS numbered WHERE nth <= ${maxShownDuplicates} ORDER BY place, nth`)
  )
  const uuids = Array.from(new Set(oldest.map(({ uuid }) => uuid)))
  const read = yield* contacts(db)(dialect.runUnprepared(selectContacts(db, workspace, uuids)))
  const byUuid = new Map(read.map((contact) => [contact.uuid, contact]))
  for (const { place, uuid } of oldest)
    found.set(place, [...(found.get(place) ?? []), ...[byUuid.get(uuid) ?? []].flat()])
  return found
})

/** Returns the groups of contacts that share an identifier. */
export const duplicates =
  (db: Db): MergeStore["Service"]["duplicates"] =>
  (workspace, kinds, page, { slow }) =>
    slow(readGroups(db, workspace, kinds, page), "long")
