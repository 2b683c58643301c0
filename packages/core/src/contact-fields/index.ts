/** The fields that every contact has. */
export {
  type PredefinedField,
  type WritableField,
  predefinedFields,
  writableDescriptions,
  writableFields
} from "./PredefinedFields.ts"
