import { Contact, type WorkspaceUuid } from "@rollcall/core"
import type { CustomFieldValues } from "@rollcall/core/people"
import { Schema, SchemaGetter } from "effect"
import type { Db } from "../database/Database.ts"

const Values = Contact.fields.customFields

/**
 * Decodes the custom values of a contact from the stored values and the keys of archived definitions, whose values are
 * left out. So the archiving of a definition writes no contact. A later write of the contact removes these values.
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

const visible = (values: CustomFieldValues, hidden: ReadonlyArray<string>): CustomFieldValues =>
  hidden.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.includes(key)))
