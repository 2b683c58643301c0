import { CreateFieldBody, toGivenOptions, toWireIssues, UpdateFieldBody, type WireIssue } from "@rollcall/api"
import { definitionIssues, keyIssues, tidyDefinition } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { type Judge, judgePart } from "../requests/body/BodyDecoder.ts"

const CreateFieldPart = CreateFieldBody.mapFields(Struct.map(Schema.optionalKey))
const UpdateFieldPart = UpdateFieldBody.mapFields(Struct.map(Schema.optionalKey))

/** Returns the issues of the valid members of a definition. Without a type, the options can't be checked. */
const partIssues = ({
  field_type,
  icon,
  name,
  select_options
}: typeof UpdateFieldPart.Type): ReadonlyArray<WireIssue> =>
  toWireIssues(
    definitionIssues(
      tidyDefinition({
        name: name ?? "",
        fieldType: field_type ?? "text",
        editable: true,
        sensitive: false,
        icon: icon ?? null,
        selectOptions: field_type ? toGivenOptions(select_options) : null
      })
    )
  )

/** The rules of core for bodies that define a custom field, by endpoint. */
export const definitionRules: { readonly [endpoint: string]: Judge } = {
  "customFields.create": judgePart({
    schema: CreateFieldPart,
    issues: ({ field_key, ...part }) => [...partIssues(part), ...(field_key ? toWireIssues(keyIssues(field_key)) : [])]
  }),
  "customFields.update": judgePart({ schema: UpdateFieldPart, issues: partIssues })
}
