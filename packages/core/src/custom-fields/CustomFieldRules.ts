import { issue, type Issue, type IssueCode } from "../shared/Issue.ts"
import { textIssues } from "../shared/TextIssues.ts"
import { fieldKeyPattern, type FieldType, hasOptions, isFieldKey } from "./CustomField.ts"
import { isReservedKey } from "./FieldKey.ts"

/** A definition as a request gives it; on update all of it, on creation with a key or without. */
export interface NewCustomField {
  readonly name: string
  readonly fieldType: FieldType
  readonly editable: boolean
  readonly sensitive: boolean
  readonly icon: string | null
  /** The labels, in order; null or absent where the type has no options. */
  readonly selectOptions: ReadonlyArray<string> | null
}

/** The longest name, icon identifier and option label, in UTF-16 units, and how many options a field may have. */
const maxTextLength = 250
const maxOptions = 1_000

/** A definition as it is stored: texts trimmed, and no icon where nothing is left. */
export const tidyDefinition = (input: NewCustomField): NewCustomField => ({
  name: input.name.trim(),
  fieldType: input.fieldType,
  editable: input.editable,
  sensitive: input.sensitive,
  icon: input.icon?.trim() || null,
  selectOptions: input.selectOptions?.map((label) => label.trim()) ?? null
})

/** What is wrong with a tidy definition, whatever is stored already. */
export const definitionIssues = (input: NewCustomField): ReadonlyArray<Issue> => [
  ...textIssues(["name"], input.name, { min: 3, max: maxTextLength }),
  ...(input.icon === null ? [] : textIssues(["icon"], input.icon, { min: 1, max: maxTextLength })),
  ...optionIssues(input)
]

/** What is wrong with a key that a request asks for (F1). Whether it is taken only the store knows. */
export const keyIssues = (key: string): ReadonlyArray<Issue> => {
  if (!isFieldKey(key)) {
    return [issue("string_pattern_mismatch", ["fieldKey"], `must match ${fieldKeyPattern.source}`)]
  }
  return isReservedKey(key) ? [issue("value_error", ["fieldKey"], "is the name of a predefined field")] : []
}

const optionIssues = ({ fieldType, selectOptions }: NewCustomField): ReadonlyArray<Issue> => {
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
      : textIssues(at, label, { min: 1, max: maxTextLength })
  })
}
