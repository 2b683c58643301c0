/** Contacts: what they are, how they are given, and what they are found by. */
export { Contact, ContactFields, GivenContact, makeContact, tidy } from "./Contact.ts"
export { ContactNotFound } from "./FindContact.ts"
export { newestFirst, planSearch } from "./ContactSearch.ts"
export { ContactSettings } from "./ContactSettings.ts"
export { type ContactEngagement, ErasedCounts, type SaveCondition } from "./ContactStore.ts"
export { ContactValues } from "./ContactValues.ts"
export { contactWrite } from "./ContactWrite.ts"
export { Contacts } from "./Contacts.ts"
export {
  type IdentifierKey,
  type NumberForms,
  PhoneNumbers,
  addressOf,
  addressesOf,
  digitForms,
  hasIdentifier,
  homeKeyOf,
  identifierKeys,
  identifierValue,
  maxIdentifierHolders
} from "./Identifiers.ts"
