import { Schema } from "effect"
import { SelectOptionUuid } from "../../shared/Ids.ts"
import { given } from "../../shared/Input.ts"
import { issue, type Issue, type IssueCode, textIssues } from "../../shared/Issue.ts"
import { fieldKeyPattern, FieldType, hasOptions, isFieldKey, type SelectOption } from "./CustomField.ts"
import { isReservedKey } from "./FieldKey.ts"

/**
 * An option in a definition: a label, or an existing option's uuid with its label. An option with `archived` true stays
 * archived, so that a client can send back the options that it read.
 */
export const GivenOption = Schema.Union([
  Schema.String,
  Schema.Struct({
    uuid: SelectOptionUuid,
    displayLabel: Schema.String,
    archived: Schema.optional(Schema.Boolean)
  })
])
export type GivenOption = typeof GivenOption.Type

/** An option of a trimmed definition. With a null `uuid`, the label identifies the option. */
export interface DefinedOption {
  readonly uuid: SelectOptionUuid | null
  readonly label: string
}

/** A definition of a custom field without its key. */
export interface CustomFieldDefinition {
  readonly name: string
  readonly fieldType: FieldType
  readonly editable: boolean
  readonly sensitive: boolean
  readonly icon: string | null
  /** The options in order; null for a type without options. */
  readonly selectOptions: ReadonlyArray<DefinedOption> | null
}

/** The input that replaces a definition. Absent members get their defaults. */
export const GivenDefinition = Schema.Struct({
  /** 3 to 250 characters. */
  name: Schema.String,
  /**
   * The type of the values. The type can change only while no contact has a value for the field.
   *
   * @see docs/contributing/decisions.md, F4
   */
  fieldType: FieldType,
  /** Default: true. Whether existing values can be changed. */
  editable: Schema.optional(Schema.Boolean),
  /** Default: false. Whether values are left out of logs, errors and free-text search. */
  sensitive: Schema.optional(Schema.Boolean),
  /** The name of an icon for a front end, at most 250 characters. */
  icon: given(Schema.String),
  /** The options of a `select` or `multiselect` in order, 1 to 1,000. Other types have no options. */
  selectOptions: given(Schema.Array(GivenOption))
})
export type GivenDefinition = typeof GivenDefinition.Type

/** A custom field to define. Default: editable, not sensitive, with a key made from the name. */
export const NewCustomField = Schema.Struct({
  ...GivenDefinition.fields,
  /** The name of the field in values, filters and parameters. Default: made from `name`. */
  fieldKey: given(Schema.String)
})
export type NewCustomField = typeof NewCustomField.Type

/** The maximum length of a name, icon or option label in characters, and the maximum number of options. */
export const maxDefinitionTextLength = 250
export const maxOptions = 1_000

/** Returns a definition as it is stored, with trimmed strings and without an empty icon. */
export const tidyDefinition = (input: GivenDefinition): CustomFieldDefinition => ({
  name: input.name.trim(),
  fieldType: input.fieldType,
  editable: input.editable ?? true,
  sensitive: input.sensitive ?? false,
  icon: input.icon?.trim() || null,
  selectOptions: input.selectOptions?.flatMap(definedOption) ?? null
})

const definedOption = (option: GivenOption): ReadonlyArray<DefinedOption> => {
  if (typeof option === "string") return [{ uuid: null, label: option.trim() }]
  return option.archived === true ? [] : [{ uuid: option.uuid, label: option.displayLabel.trim() }]
}

/** Returns the issues of a trimmed definition that do not depend on stored data. */
export const definitionIssues = (input: CustomFieldDefinition): ReadonlyArray<Issue> => [
  ...textIssues(["name"], input.name, { min: 3, max: maxDefinitionTextLength }),
  ...(input.icon === null ? [] : textIssues(["icon"], input.icon, { min: 1, max: maxDefinitionTextLength })),
  ...optionIssues(input)
]

/** Returns the issues of a requested key. The store checks whether the key is taken. */
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
    return count === 0 ? [] : found("value_error", `are not supported by a field of type ${fieldType}`)
  }
  if (selectOptions === null) return found("missing", `is required by a field of type ${fieldType}`)
  if (count === 0) return found("too_short", "must have at least one option")
  if (count > maxOptions) return found("too_long", `must have at most ${maxOptions} options`)
  const first = (fits: (option: DefinedOption) => boolean): number => selectOptions.findIndex(fits)
  return selectOptions.flatMap(({ label, uuid }, index) => {
    const at = ["selectOptions", index]
    const isRepeated = first((option) => option.label === label || (uuid !== null && option.uuid === uuid)) < index
    return isRepeated
      ? [issue("value_error", at, "repeats an earlier option")]
      : textIssues(at, label, { min: 1, max: maxDefinitionTextLength })
  })
}

/** Returns an issue for each option with a uuid that the field does not have. */
export const unknownOptionIssues = (
  { selectOptions }: CustomFieldDefinition,
  previous: ReadonlyArray<SelectOption>
): ReadonlyArray<Issue> => {
  const known = new Set(previous.map(({ uuid }) => uuid))
  return (selectOptions ?? []).flatMap(({ uuid }, index) =>
    uuid === null || known.has(uuid)
      ? []
      : [issue("unknown_option", ["selectOptions", index, "uuid"], "is not an option of this field")]
  )
}
