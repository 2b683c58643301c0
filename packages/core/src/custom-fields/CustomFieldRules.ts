import { Schema } from "effect"
import { given } from "../shared/Input.ts"
import { issue, type Issue, type IssueCode, textIssues } from "../shared/Issue.ts"
import { fieldKeyPattern, FieldType, hasOptions, isFieldKey } from "./CustomField.ts"
import { isReservedKey } from "./FieldKey.ts"

/** A definition of a custom field without its key. */
export interface CustomFieldDefinition {
  readonly name: string
  readonly fieldType: FieldType
  readonly editable: boolean
  readonly sensitive: boolean
  readonly icon: string | null
  /** The labels, in order; null where the type has no options. */
  readonly selectOptions: ReadonlyArray<string> | null
}

/** A definition that replaces another; what is absent becomes what it is by default. */
export const GivenDefinition = Schema.Struct({
  name: Schema.String,
  fieldType: FieldType,
  editable: Schema.optional(Schema.Boolean),
  sensitive: Schema.optional(Schema.Boolean),
  icon: given(Schema.String),
  selectOptions: given(Schema.Array(Schema.String))
})
export type GivenDefinition = typeof GivenDefinition.Type

/** A custom field to define. By default it is editable and not sensitive, and its key is made from the name. */
export const NewCustomField = Schema.Struct({
  ...GivenDefinition.fields,
  fieldKey: given(Schema.String)
})
export type NewCustomField = typeof NewCustomField.Type

/** The longest name, icon identifier and option label, in characters (W8), and how many options a field may have. */
export const maxDefinitionTextLength = 250
export const maxOptions = 1_000

/** A definition as it is stored: texts trimmed, and no icon where nothing is left. */
export const tidyDefinition = (input: GivenDefinition): CustomFieldDefinition => ({
  name: input.name.trim(),
  fieldType: input.fieldType,
  editable: input.editable ?? true,
  sensitive: input.sensitive ?? false,
  icon: input.icon?.trim() || null,
  selectOptions: input.selectOptions?.map((label) => label.trim()) ?? null
})

/** Returns the issues of a trimmed definition that do not depend on what is stored. */
export const definitionIssues = (input: CustomFieldDefinition): ReadonlyArray<Issue> => [
  ...textIssues(["name"], input.name, { min: 3, max: maxDefinitionTextLength }),
  ...(input.icon === null ? [] : textIssues(["icon"], input.icon, { min: 1, max: maxDefinitionTextLength })),
  ...optionIssues(input)
]

/** Returns the issues of a requested key (F1), except whether it is taken: the store checks that. */
export const keyIssues = (key: string): ReadonlyArray<Issue> => {
  if (!isFieldKey(key)) {
    return [issue("string_pattern_mismatch", ["fieldKey"], `must match ${fieldKeyPattern.source}`)]
  }
  return isReservedKey(key) ? [issue("value_error", ["fieldKey"], "is the name of a predefined field")] : []
}

const optionIssues = ({ fieldType, selectOptions }: CustomFieldDefinition): ReadonlyArray<Issue> => {
  const found = (code: IssueCode, message: string) => [issue(code, ["selectOptions"], message)]
  const count = selectOptions?.length ?? 0
  if (!hasOptions(fieldType)) {
    return count === 0 ? [] : found("value_error", `are not taken by a field of type ${fieldType}`)
  }
  if (selectOptions === null) return found("missing", `is required by a field of type ${fieldType}`)
  if (count === 0) return found("too_short", "must have at least one option")
  if (count > maxOptions) return found("too_long", `must have at most ${maxOptions} options`)
  return selectOptions.flatMap((label, index) => {
    const at = ["selectOptions", index]
    return selectOptions.indexOf(label) < index
      ? [issue("value_error", at, "names an option a second time")]
      : textIssues(at, label, { min: 1, max: maxDefinitionTextLength })
  })
}
