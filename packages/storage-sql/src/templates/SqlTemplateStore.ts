import { Template } from "@rollcall/core"
import { TemplateStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"

type Store = TemplateStore["Service"]

const TemplateRow = Schema.Struct({ definition: Schema.fromJsonString(Template) })
const template = firstOf(TemplateRow)
const templates = rowsOf(TemplateRow)
const removed = firstOf(Schema.Struct({ name: Schema.String }))
const encode = Schema.encodeSync(Schema.fromJsonString(Template))

/**
 * Stores templates. If two have the same name and locale, stores only the later one, because a statement can write a row
 * only once.
 */
const put =
  ({ dialect, mapErrors, sql, table }: Db): Store["put"] =>
  (workspace, given) => {
    const latest = new Map(given.map((template) => [JSON.stringify([template.name, template.locale]), template]))
    const rows = Array.from(latest.values(), (template) => ({
      name: template.name,
      locale: template.locale,
      definition: encode(template)
    }))
    const listed = dialect.valuesTable("given", { name: "text", locale: "text", definition: "text" }, rows)
    const statement = sql`
      INSERT INTO ${table("message_templates")} (workspace_uuid, name, locale, definition)
      SELECT ${workspace}, name, locale, definition FROM ${listed} WHERE TRUE ORDER BY name, locale
      ON CONFLICT (workspace_uuid, name, locale) DO UPDATE SET definition = excluded.definition`
    return rows.length === 0 ? Effect.void : Effect.asVoid(mapErrors(statement))
  }

const find =
  (db: Db): Store["find"] =>
  (workspace, name, locale) =>
    Effect.map(
      template(
        db,
        db.sql`
          SELECT definition FROM ${db.table("message_templates")}
          WHERE workspace_uuid = ${workspace} AND name = ${name} AND locale = ${locale}`
      ),
      Option.map(({ definition }) => definition)
    )

const list =
  (db: Db): Store["list"] =>
  (workspace) =>
    Effect.map(
      templates(
        db,
        db.sql`SELECT definition
          FROM ${db.table("message_templates")} WHERE workspace_uuid = ${workspace} ORDER BY name, locale`
      ),
      (rows) => rows.map(({ definition }) => definition)
    )

const remove =
  (db: Db): Store["remove"] =>
  (workspace, name, locale) =>
    Effect.map(
      removed(
        db,
        db.sql`
          DELETE FROM ${db.table("message_templates")}
          WHERE workspace_uuid = ${workspace} AND name = ${name} AND locale = ${locale}
          RETURNING name`
      ),
      Option.isSome
    )

export const layer = Layer.effect(
  TemplateStore,
  Effect.map(Database, (db) => TemplateStore.of({ put: put(db), find: find(db), list: list(db), remove: remove(db) }))
)
