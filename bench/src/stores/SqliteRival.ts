import { Effect, Schema } from "effect"
import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite"
import type { Answer, AskRival, PageSql, Rival } from "./Arena.ts"
import { contactColumns, type Row, valueColumns } from "./Rows.ts"

/** The bare driver of SQLite: its statements are prepared once, and each call is done when it returns. */
export const sqliteRival = (db: DatabaseSync): Rival => {
  const write = sqliteWriter(db)
  const begin = db.prepare("BEGIN IMMEDIATE")
  const commit = db.prepare("COMMIT")
  const prepare = (sql: PageSql) => prepared(db, sql)
  const insert = (contact: Row, values: ReadonlyArray<Row>) =>
    Effect.sync(() => {
      begin.run()
      write(contact, values)
      commit.run()
    })
  return {
    dialect: "sqlite",
    bare: { dialect: "sqlite", db },
    prepare,
    prepareForMany: prepare,
    insert,
    insertForMany: insert,
    read: (uuid) =>
      Effect.sync(() => [
        ...db.prepare("SELECT * FROM contacts WHERE uuid = ?").all(uuid),
        ...db.prepare("SELECT * FROM contact_values WHERE contact_uuid = ? ORDER BY field_uuid, ordinal").all(uuid)
      ]),
    explain: ({ parameters, text }) =>
      Effect.map(
        Effect.flatMap(decodeParameters(parameters), (values) =>
          decodeSteps(db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values))
        ),
        verdictOf
      )
  }
}

/** Adds one contact with its values. */
export const sqliteWriter = (db: DatabaseSync) => {
  const into = (table: string, columns: ReadonlyArray<string>) =>
    db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
  const contacts = into("contacts", contactColumns)
  const contactValues = into("contact_values", valueColumns)
  const run = (statement: StatementSync, columns: ReadonlyArray<string>, row: Row) =>
    statement.run(...columns.map((column) => row[column] ?? null))
  return (contact: Row, values: ReadonlyArray<Row>): void => {
    run(contacts, contactColumns, contact)
    for (const value of values) run(contactValues, valueColumns, value)
  }
}

const prepared = (db: DatabaseSync, sql: PageSql): AskRival => {
  const page = statement(db, sql.page)
  const total = sql.total === undefined ? undefined : statement(db, sql.total)
  return (parameters) =>
    Effect.sync(() =>
      answerOf(
        page.prepared.all(...parameters.slice(0, page.takes)),
        total?.prepared.get(...parameters.slice(0, total.takes))
      )
    )
}

/** Parameters are written as Postgres has them; a statement takes those up to the last one that it names. */
const statement = (db: DatabaseSync, text: string) => ({
  prepared: db.prepare(text.replace(/\$(\d)/g, "?$1")),
  takes: Math.max(...Array.from(text.matchAll(/\$(\d)/g), ([, number]) => Number(number)))
})

type Found = Record<string, SQLOutputValue>

const parse: (text: string) => unknown = JSON.parse

const answerOf = (rows: ReadonlyArray<Found>, whole: Found | undefined): Answer => ({
  total: Number((whole ?? rows[0])?.["total"] ?? 0),
  items: rows.map((row) => ({ uuid: row["uuid"], row, customFields: parse(String(row["custom_fields"])) }))
})

const Parameter = Schema.Union([Schema.String, Schema.Number, Schema.Null])
const decodeParameters = Schema.decodeUnknownEffect(Schema.Array(Parameter))
const decodeSteps = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ detail: Schema.String })))

const verdictOf = (steps: ReadonlyArray<{ readonly detail: string }>): string => {
  const dear = steps.flatMap(({ detail }) => {
    if (/^SCAN (contacts|contact_values)\b/.test(detail)) return ["SCAN"]
    if (/^SEARCH contacts\b.*\(workspace_uuid=\?\)/.test(detail)) return ["ALL CONTACTS"]
    return /^SEARCH contact_values\b.*\(workspace_uuid=\?( AND field_uuid=\?)?\)/.test(detail) ? ["ALL VALUES"] : []
  })
  return dear.length === 0 ? "index" : [...new Set(dear)].join(", ")
}
