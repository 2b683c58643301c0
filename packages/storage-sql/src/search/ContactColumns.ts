import * as Arr from "effect/Array"
import type { Db } from "../kernel/Database.ts"
import { type Field, phoneNames, type Searchable, textNames, type ValueField, type WorkspaceUuid } from "@rollcall/core"

/** The column that holds a text field in folded form; null where the value counts as missing. */
export const foldedColumn = (name: (typeof textNames)[number]): string => `${name}_folded`

/** The column that holds the digits of a phone field; null where there are none. */
export const digitsColumn = (name: (typeof phoneNames)[number]): string => `${name}_digits`

/** What a sort by this field orders by, and whether a contact may be without it. */
export const sortOrder = (language: Pick<Db, "dialect" | "sql">, workspace: WorkspaceUuid, field: Field) => {
  if (field.kind === "value") return { keys: Arr.of(firstEntry(language, workspace, field)), nullable: true }
  const { dialect, sql } = language
  return {
    keys: field.kind === "text" ? dialect.order(foldedColumn(field.name)) : Arr.of(sql`${sql(field.name)}`),
    nullable: field.kind === "text" || field.name === "last_engaged_at"
  }
}

/** A list counts by its first element (S9). */
const firstEntry = ({ sql }: Pick<Db, "sql">, workspace: WorkspaceUuid, { part, uuid }: ValueField) => sql`(
  SELECT ${sql(part)} FROM contact_values
  WHERE workspace_uuid = ${workspace} AND contact_uuid = contacts.uuid AND field_uuid = ${uuid} AND ordinal = 0
)`

/** The shadow columns of a contact, which searches look at and nobody reads. */
export const shadowColumns = ({ digits, text }: Searchable): { readonly [column: string]: string | null } =>
  Object.fromEntries([
    ...textNames.map((name) => [foldedColumn(name), text[name]] as const),
    ...phoneNames.map((name) => [digitsColumn(name), digits[name]] as const)
  ])
