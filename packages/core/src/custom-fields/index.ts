/** Custom fields: definitions, and the values of contacts. */
export {
  CustomField,
  CustomFieldListing,
  FieldType,
  SelectOption,
  fieldKeyPattern,
  hasOptions,
  isFieldKey
} from "./CustomField.ts"
export {
  GivenDefinition,
  type GivenOption,
  NewCustomField,
  definitionIssues,
  keyIssues,
  tidyDefinition
} from "./CustomFieldRules.ts"
export { CustomFieldValue, type CustomFieldValues, readValue } from "./CustomFieldValue.ts"
export { CustomFieldNotFound, CustomFields } from "./CustomFields.ts"
export { Transliteration } from "./FieldKey.ts"
export { GivenValues, type ValueChange, changeValues } from "./ValueChanges.ts"
export { dataTypesOf, entriesOf, searchField, valueKind } from "./ValueIndex.ts"
