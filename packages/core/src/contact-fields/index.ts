/** The fields that every contact has. */
export {
  type PredefinedField,
  type WritableField,
  predefinedFields,
  setNames,
  writableDescriptions,
  writableFields
} from "./PredefinedFields.ts"
