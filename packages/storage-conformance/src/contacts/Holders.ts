import {
  compareCodePoints,
  type Contact,
  type ContactUuid,
  hasIdentifier,
  type IdentifierHolders,
  type IdentifierKey,
  maxIdentifierHolders
} from "@rollcall/core"

/** What `lockIdentifiers` has to answer about a key when a workspace has these contacts. */
export const holdersAmong = (contacts: ReadonlyArray<Contact>, key: IdentifierKey): IdentifierHolders<ContactUuid> => ({
  key,
  contacts: contacts
    .filter((contact) => hasIdentifier(contact, key))
    .map(({ uuid }) => uuid)
    .toSorted(compareCodePoints)
    .slice(0, maxIdentifierHolders)
})
