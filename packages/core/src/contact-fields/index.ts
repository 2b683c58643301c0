/** The fields that every contact has. */
export {
  type PredefinedField,
  type WritableField,
  predefinedFields,
  writableFields,
  writableSchemas
} from "./PredefinedFields.ts"
