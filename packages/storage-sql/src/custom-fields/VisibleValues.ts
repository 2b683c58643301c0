import { Contact, type CustomFieldValues, type WorkspaceUuid } from "@rollcall/core"
import { Schema, SchemaGetter } from "effect"
import type { Db } from "../shared/Database.ts"

const Values = Contact.fields.customFields

/** The custom values of a contact as they are written. */
export const StoredValues = Schema.fromJsonString(Values)

/**
 * The custom values of a contact as they are read: all that were written, and the keys that are hidden. To archive a
 * definition hides its values at once that way (F7), however many there are; a later write of the contact drops them.
 */
export const VisibleValues = Schema.fromJsonString(Schema.Tuple([Values, Schema.Array(Schema.String)])).pipe(
  Schema.decodeTo(Schema.toType(Values), {
    decode: SchemaGetter.transform(([values, hidden]) => visible(values, hidden)),
    encode: SchemaGetter.transform((values) => [values, []] as const)
  })
)

/** What {@link VisibleValues} reads, in a statement on the contacts of a workspace. */
export const visibleValues = ({ dialect, sql }: Db, workspace: WorkspaceUuid) => sql`
  '[' || custom_fields || ',' || (
    SELECT ${dialect.jsonList("field_key")} FROM custom_fields
    WHERE workspace_uuid = ${workspace} AND status = 'archived'
  ) || ']'`

const visible = (values: CustomFieldValues, hidden: ReadonlyArray<string>): CustomFieldValues =>
  hidden.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.includes(key)))
