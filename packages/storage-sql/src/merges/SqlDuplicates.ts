import { type Contact, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import {
  type DuplicateGroup,
  type DuplicateKind,
  duplicateKinds,
  maxShownDuplicates,
  placeOfGroup
} from "@rollcall/core/merges"
import { fold, type PlacePage, type PlaceRequest } from "@rollcall/core/shared"
import type { MergeStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { ContactRow } from "../contacts/ContactRow.ts"
import { selectContacts } from "../contacts/FindContact.ts"
import type { Db } from "../database/Database.ts"
import { oneOf, rowsOf } from "../database/Rows.ts"

const Group = Schema.Struct({
  kind: Schema.Natural,
  value: Schema.String,
  contacts: Schema.Natural,
  total: Schema.Natural
})
const groups = rowsOf(Group)
const totals = oneOf(Schema.Struct({ total: Schema.Natural }))
const holders = rowsOf(Schema.Struct({ place: Schema.Natural, uuid: ContactUuid }))
const contacts = rowsOf(ContactRow)

/** A column of contacts, and what of it contacts have in common. */
interface Held {
  /** What is counted: it has an index of its own, and is the same where the value is. */
  readonly counted: string
  readonly value: string
}

const columnsOf: { readonly [Kind in DuplicateKind]: ReadonlyArray<Held> } = {
  email: [{ counted: "email_key", value: "email_key" }],
  phoneNumber: [
    { counted: "phone_number_key", value: "phone_number_key" },
    { counted: "chatapp_id_key", value: "chatapp_id_key" }
  ],
  externalContactId: [{ counted: "external_contact_id_folded", value: "external_contact_id" }]
}

/**
 * The contacts that are not archived and have a value of a table `given` in one of the columns of a kind, each once. The
 * join is a CROSS JOIN, because SQLite would otherwise read every contact and look it up among the values.
 */
const having = (db: Db, workspace: WorkspaceUuid, kind: DuplicateKind, given: Statement.Fragment, asked: Asked) => {
  const { dialect, sql, table } = db
  return columnsOf[kind]
    .map(
      ({ counted, value }) => sql`
        SELECT ${asked({ value: sql`${sql(value)}` })}, contacts.uuid AS uuid, created_at
        FROM ${given} CROSS JOIN ${table("contacts")} AS contacts
        WHERE workspace_uuid = ${workspace} AND archived = 0 AND ${dialect.matches(counted, sql`given.counted`, "contacts")}`
    )
    .reduce((all, one) => sql`${all} UNION ${one}`)
}

/** The columns that rows of {@link having} begin with. */
type Asked = (columns: { readonly value: Statement.Fragment }) => Statement.Fragment

/** The name of the table of values of a kind that several contacts have. */
const repeatedIn = (kind: DuplicateKind): string => `repeated_${duplicateKinds.indexOf(kind)}`

/** The values of a kind that several contacts have, archived ones too. The indexes of its columns alone say so. */
const repeatedOf = (db: Db, workspace: WorkspaceUuid, kind: DuplicateKind) => {
  const { dialect, sql, table } = db
  const held = columnsOf[kind].map(
    ({ counted }) => sql`
      SELECT ${sql(counted)} AS counted, uuid FROM ${table("contacts")} AS contacts
      WHERE workspace_uuid = ${workspace} AND ${sql(counted)} IS NOT NULL AND ${dialect.isNotCancelled("contacts")}`
  )
  const all = held.reduce((some, one) => sql`${some} UNION ${one}`)
  return sql`${sql(repeatedIn(kind))} (counted) AS MATERIALIZED (
    SELECT counted FROM (${all}) AS held GROUP BY counted HAVING count(*) > 1)`
}

/** The groups of a kind: of the contacts that have a repeated value, those that are not archived. */
const groupsOf = (db: Db, workspace: WorkspaceUuid, kind: DuplicateKind) => {
  const { sql } = db
  const given = sql`${sql(repeatedIn(kind))} AS given`
  return sql`
    SELECT ${sql.literal(String(duplicateKinds.indexOf(kind)))} AS kind, value, count(*) AS contacts
    FROM (${having(db, workspace, kind, given, ({ value }) => sql`${value} AS value`)}) AS holding
    GROUP BY value HAVING count(*) > 1`
}

/** Reads a page of groups, and then the contacts of each. */
const readGroups = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  kinds: ReadonlyArray<DuplicateKind>,
  { after, limit, offset }: PlaceRequest
) {
  const { dialect, sql } = db
  const all = kinds.map((kind) => groupsOf(db, workspace, kind)).reduce((some, one) => sql`${some} UNION ALL ${one}`)
  const repeated = sql.csv(kinds.map((kind) => repeatedOf(db, workspace, kind)))
  const key = typeof after?.key === "string" ? after.key : null
  const isNext =
    key === null
      ? sql.literal("TRUE")
      : sql`(kind, value) > (CAST(${Number(key.slice(0, 1))} AS integer), ${key.slice(1)})`
  const search = <A>(statement: Statement.Statement<A>) =>
    dialect.runSearch(statement, { isPrepared: false, usesTrigrams: false })
  const rows = yield* groups(
    db,
    search(sql`
      WITH ${repeated}, duplicates AS MATERIALIZED (${all})
      SELECT kind, value, contacts, (SELECT count(*) FROM duplicates) AS total FROM duplicates
      WHERE ${isNext} ORDER BY kind, value LIMIT ${limit + 1} OFFSET ${offset}`)
  )
  const shown = rows.slice(0, limit)
  const [first] = rows
  const total =
    first?.total ??
    (yield* totals(db, search(sql`WITH ${repeated} SELECT count(*) AS total FROM (${all}) AS duplicates`))).total
  const found = yield* contactsOf(
    db,
    workspace,
    shown.flatMap(({ kind, value }) => {
      const field = duplicateKinds[kind]
      return field === undefined ? [] : [{ field, value }]
    })
  )
  const items = shown.flatMap(({ contacts: count, kind, value }, place): ReadonlyArray<DuplicateGroup> => {
    const field = duplicateKinds[kind]
    return field === undefined ? [] : [{ field, value, count, contacts: found.get(place) ?? [] }]
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

/** The oldest contacts of groups, by the place of the group. */
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
      const all = having(db, workspace, field, given, ({ value }) => sql`place, wanted, ${value} AS value`)
      return sql`SELECT place, uuid, created_at FROM (${all}) AS holding WHERE value = wanted`
    }
  ).reduce((some, one) => sql`${some} UNION ALL ${one}`)
  const oldest = yield* holders(
    db,
    dialect.runUnprepared(sql`
      SELECT place, uuid FROM (
        SELECT place, uuid, row_number() OVER (PARTITION BY place ORDER BY created_at, uuid) AS nth
        FROM (${held}) AS held
      ) AS numbered WHERE nth <= ${maxShownDuplicates} ORDER BY place, nth`)
  )
  const uuids = Array.from(new Set(oldest.map(({ uuid }) => uuid)))
  const read = yield* contacts(db, dialect.runUnprepared(selectContacts(db, workspace, uuids)))
  const byUuid = new Map(read.map((contact) => [contact.uuid, contact]))
  for (const { place, uuid } of oldest)
    found.set(place, [...(found.get(place) ?? []), ...[byUuid.get(uuid) ?? []].flat()])
  return found
})

/** Returns groups of contacts that have something in common. */
export const duplicates =
  (db: Db): MergeStore["Service"]["duplicates"] =>
  (workspace, kinds, page, { slow }) =>
    slow(readGroups(db, workspace, kinds, page), "long")
