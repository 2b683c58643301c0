import { CustomField } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { SelectOption } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { namedColumns, storedAs, tableOf } from "../database/Rows.ts"

const members = {
  ...storedAs(CustomField.fields),
  selectOptions: Schema.NullOr(Schema.fromJsonString(Schema.Array(SelectOption)))
}

/** Definitions as rows of `custom_fields`; options are JSON. */
export const customFieldTable = tableOf(members)

export const VersionedFieldRow = Schema.Struct({ ...members, version: Schema.Int }).pipe(
  namedColumns(snakeKeys(Struct.keys(members)))
)
