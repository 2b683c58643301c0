/** How the identifiers of people are read from what is written. */
export { fewestDigits, isAddress } from "./AddressForm.ts"
export { userIdIn } from "./Addresses.ts"
export { readEmail } from "./Emails.ts"
export { readNumber, type WrittenNumber } from "./Numbers.ts"
export { readId } from "./Placeholders.ts"
export { valueIn, valuesIn } from "./Reading.ts"
