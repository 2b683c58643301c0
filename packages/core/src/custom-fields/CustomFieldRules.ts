import { inBody, type Issue } from "../shared/Issue.ts"
import { isStorable } from "../shared/Text.ts"
import { fieldKeyPattern, type FieldType, hasOptions, isFieldKey } from "./CustomField.ts"
import { isReservedKey } from "./FieldKey.ts"

/** A definition as a request gives it; on update all of it, on creation with a key or without. */
export interface CustomFieldDraft {
  readonly name: string
  readonly fieldType: FieldType
  readonly editable: boolean
  readonly sensitive: boolean
  readonly icon: string | null
  /** The labels, in order; null or absent where the type has no options. */
  readonly selectOptions: ReadonlyArray<string> | null
}

/** The longest icon identifier and option label, in UTF-16 units, and how many options a field may have. */
const maxTextLength = 250
const maxOptions = 1_000

/** A definition as it is kept: texts trimmed, and no icon where nothing is left. */
export const tidyDraft = (draft: CustomFieldDraft): CustomFieldDraft => ({
  name: draft.name.trim(),
  fieldType: draft.fieldType,
  editable: draft.editable,
  sensitive: draft.sensitive,
  icon: draft.icon?.trim() || null,
  selectOptions: draft.selectOptions?.map((label) => label.trim()) ?? null
})

/** What is wrong with a tidy definition, whatever is stored already. */
export const draftIssues = (draft: CustomFieldDraft): ReadonlyArray<Issue> => [
  ...textIssues("name", draft.name, 3),
  ...(draft.icon === null ? [] : textIssues("icon", draft.icon, 1)),
  ...optionIssues(draft)
]

/** What is wrong with a key that a request asks for (F1). Whether it is taken only the store knows. */
export const keyIssues = (key: string): ReadonlyArray<Issue> => {
  if (!isFieldKey(key)) {
    return [inBody("string_pattern_mismatch", "field_key", `must match ${fieldKeyPattern.source}`)]
  }
  return isReservedKey(key) ? [inBody("value_error", "field_key", "is the name of a predefined field")] : []
}

const textIssues = (field: string, text: string, min: number): ReadonlyArray<Issue> => {
  if (!isStorable(text)) return [inBody("value_error", field, "must not hold U+0000 or a lone surrogate")]
  if (text.length < min) {
    return [inBody("too_short", field, min === 1 ? "must not be empty" : `must have at least ${min} characters`)]
  }
  return text.length > maxTextLength ? [inBody("too_long", field, `must have at most ${maxTextLength} characters`)] : []
}

const optionIssues = ({ fieldType, selectOptions }: CustomFieldDraft): ReadonlyArray<Issue> => {
  if (!hasOptions(fieldType)) {
    return selectOptions === null || selectOptions.length === 0
      ? []
      : [inBody("value_error", "select_options", `are not taken by a field of type ${fieldType}`)]
  }
  if (selectOptions === null) {
    return [inBody("missing", "select_options", `is required by a field of type ${fieldType}`)]
  }
  if (selectOptions.length === 0) return [inBody("too_short", "select_options", "must have at least one option")]
  if (selectOptions.length > maxOptions) {
    return [inBody("too_long", "select_options", `must have at most ${maxOptions} options`)]
  }
  return selectOptions.flatMap((label, index) => {
    const at = `select_options[${index}]`
    return selectOptions.indexOf(label) < index
      ? [inBody("value_error", at, "names an option a second time")]
      : textIssues(at, label, 1)
  })
}
