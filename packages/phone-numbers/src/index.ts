/** Reads phone numbers by the numbering plans of all countries. */
export { isCountry, layer, type NumberOptions, numberForms } from "./NumberForms.ts"
export { internationalForm } from "./Reading.ts"
