import type { ContactUuid } from "../../shared/Ids.ts"

/** What the key of a person begins with. No address begins so. */
const person = "contact "

/** The key of a person, next to keys of addresses: a contact, with all contacts merged into it. */
export const personKey = (contact: ContactUuid): string => `${person}${contact}`

export const isPersonKey = (key: string): boolean => key.startsWith(person)
