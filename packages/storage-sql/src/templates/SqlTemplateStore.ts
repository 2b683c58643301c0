import { Template } from "@rollcall/core"
import { TemplateStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Option, Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, readAs, rowsOf } from "../database/Rows.ts"

const Definition = Schema.fromJsonString(Template)
const encode = Schema.encodeSync(Definition)
const TemplateRow = Schema.Struct({ definition: Definition })
const template = readAs(
  firstOf(TemplateRow),
  Option.map(({ definition }) => definition)
)
const templates = readAs(
  rowsOf(TemplateRow),
  Arr.map(({ definition }) => definition)
)

export const layer = storeLayer(TemplateStore, (db) => {
  const { dialect, run, sql, table } = db
  return {
    // If two have the same name and locale, stores only the later one, because a statement can write a row only once.
    put: (workspace, given) => {
      if (given.length === 0) return Effect.void
      const latest = new Map(given.map((template) => [JSON.stringify([template.name, template.locale]), template]))
      const rows = Array.from(latest.values(), (template) => ({
        name: template.name,
        locale: template.locale,
        definition: encode(template)
      }))
      const listed = dialect.valuesTable("given", { name: "text", locale: "text", definition: "text" }, rows)
      return run(sql`
        INSERT INTO ${table("message_templates")} (workspace_uuid, name, locale, definition)
        SELECT ${workspace}, name, locale, definition FROM ${listed} WHERE TRUE ORDER BY name, locale
        ON CONFLICT (workspace_uuid, name, locale) DO UPDATE SET definition = excluded.definition`)
    },

    find: (workspace, name, locale) =>
      template(db)(sql`
        SELECT definition FROM ${table("message_templates")}
        WHERE workspace_uuid = ${workspace} AND name = ${name} AND locale = ${locale}`),

    list: (workspace) =>
      templates(db)(sql`
        SELECT definition FROM ${table("message_templates")}
        WHERE workspace_uuid = ${workspace} ORDER BY name, locale`),

    remove: (workspace, name, locale) =>
      hasRow(db)(sql`
        DELETE FROM ${table("message_templates")}
        WHERE workspace_uuid = ${workspace} AND name = ${name} AND locale = ${locale}
        RETURNING name`)
  }
})
