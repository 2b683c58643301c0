import type { FakeScript } from "./FakeScript.ts"
import { isUserId } from "./RequestProblem.ts"

/** A person as shown in webhooks. `wa_id` and `user_id` are absent if unknown or hidden. */
export interface FakePerson {
  readonly wa_id?: string
  readonly user_id?: string
}

/** Returns the person with this number or user id, as shown in webhooks. */
export const personOf = (address: string, { hidesNumbers, userIds, waIds }: FakeScript): FakePerson => {
  const number = isUserId(address) ? Object.keys(userIds).find((number) => userIds[number] === address) : address
  const userId = isUserId(address) ? address : userIds[address]
  const isShown = number !== undefined && (userId === undefined || !hidesNumbers)
  return {
    ...(isShown && { wa_id: waIds[number] ?? number }),
    ...(userId !== undefined && { user_id: userId })
  }
}

/** Returns a webhook's `contacts` member; empty for a person without a user id. */
export const contactsOf = (person: FakePerson, username?: string) =>
  person.user_id === undefined
    ? {}
    : { contacts: [{ profile: { name: "A person", ...(username !== undefined && { username }) }, ...person }] }
