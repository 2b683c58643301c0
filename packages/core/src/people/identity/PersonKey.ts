import type { ContactUuid } from "../../shared/Ids.ts"

/** The prefix of a person's key. No address begins with this prefix. */
const person = "contact "

/** Returns a person's key, which covers a contact and all contacts merged into it. Used together with address keys. */
export const personKey = (contact: ContactUuid): string => `${person}${contact}`

export const isPersonKey = (key: string): boolean => key.startsWith(person)
