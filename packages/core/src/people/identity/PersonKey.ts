import type { ContactUuid } from "../../shared/Ids.ts"

/** The prefix of a person's key. No address begins with it. */
const person = "contact "

/** Returns the key of a person, used next to keys of addresses. It covers a contact and all contacts merged into it. */
export const personKey = (contact: ContactUuid): string => `${person}${contact}`

export const isPersonKey = (key: string): boolean => key.startsWith(person)
