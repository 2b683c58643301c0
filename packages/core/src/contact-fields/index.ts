/** The fields that every contact has. */
export {
  type PredefinedField,
  type WritableField,
  predefinedFields,
  optOutName,
  setNames,
  writableFields
} from "./PredefinedFields.ts"
export { writableDescriptions } from "./WritableFields.ts"
