/** Reads phone numbers by the numbering plans of all countries. */
export { expectedCountry, isCountry, layer, type NumberOptions, numberForms } from "./NumberForms.ts"
export { internationalForm } from "./Reading.ts"
