import { Contact, type WorkspaceUuid } from "@rollcall/core"
import type { CustomFieldValues } from "@rollcall/core/people"
import { Schema, SchemaGetter } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

const Values = Contact.fields.customFields

/**
 * Decodes the custom values of a contact from the stored values and the keys of archived definitions, whose values are
 * left out. So the archiving of a definition writes no contact. {@link keepingHidden} keeps these values.
 */
export const VisibleValues = Schema.fromJsonString(Schema.Tuple([Values, Schema.Array(Schema.String)])).pipe(
  Schema.decodeTo(Schema.toType(Values), {
    decode: SchemaGetter.transform(([values, hidden]) => visible(values, hidden)),
    encode: SchemaGetter.transform((values) => [values, []] as const)
  })
)

/** The column that {@link VisibleValues} decodes, for a SELECT on the contacts of a workspace. */
export const visibleValues = ({ dialect, sql, table }: Db, workspace: WorkspaceUuid) => sql`
  '[' || custom_fields || ',' || (
    SELECT ${dialect.jsonList("field_key")} FROM ${table("custom_fields")}
    WHERE workspace_uuid = ${workspace} AND status = 'archived'
  ) || ']'`

/**
 * The new custom values of a stored contact of a workspace: those given, as JSON, and the stored ones of archived
 * definitions. Both are members of JSON objects, whose keys are plain.
 */
export const keepingHidden = (
  { dialect, sql, table }: Db,
  workspace: WorkspaceUuid,
  given: Statement.Fragment
): Statement.Fragment => {
  const value = dialect.jsonMember(sql`contacts.custom_fields`, sql`archived.field_key`)
  return sql`'{' || trim(coalesce((
    SELECT string_agg('"' || archived.field_key || '":' || ${value}, ',') FROM ${table("custom_fields")} AS archived
    WHERE archived.workspace_uuid = ${workspace} AND archived.status = 'archived' AND ${value} IS NOT NULL
  ), '') || ',' || trim(${given}, '{}'), ',') || '}'`
}

const visible = (values: CustomFieldValues, hidden: ReadonlyArray<string>): CustomFieldValues =>
  hidden.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.includes(key)))
