import { Contact, type WorkspaceUuid } from "@rollcall/core"
import type { CustomFieldValues } from "@rollcall/core/people"
import { Schema, SchemaGetter } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

const Values = Contact.fields.customFields

/**
 * Decodes a contact's custom values from the stored values and the keys of archived fields. Values of archived fields are
 * left out, so that archiving a field changes no contact. {@link keepingHidden} keeps these values.
 */
export const VisibleValues = Schema.fromJsonString(Schema.Tuple([Values, Schema.Array(Schema.String)])).pipe(
  Schema.decodeTo(Schema.toType(Values), {
    decode: SchemaGetter.transform(([values, hidden]) => visible(values, hidden)),
    encode: SchemaGetter.transform((values) => [values, []] as const)
  })
)

/** Returns the column that {@link VisibleValues} decodes, for a SELECT on a workspace's contacts. */
export const visibleValues = ({ dialect, sql, table }: Db, workspace: WorkspaceUuid) => sql`
  '[' || custom_fields || ',' || (
    SELECT ${dialect.jsonList("field_key")} FROM ${table("custom_fields")}
    WHERE workspace_uuid = ${workspace} AND status = 'archived'
  ) || ']'`

/**
 * Returns the new custom values of a stored contact: the given values, as JSON, and the stored values of archived fields.
 * Field keys need no escaping in JSON.
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
