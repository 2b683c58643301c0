import type { FakeScript } from "./FakeScript.ts"
import { isUserId } from "./RequestProblem.ts"

/** A person as webhooks name them. `wa_id` and `user_id` are absent where they are not known or not shown. */
export interface FakePerson {
  readonly wa_id?: string
  readonly user_id?: string
}

/** Who is meant by a number or a user id, as far as webhooks show it. */
export const personOf = (address: string, { hidesNumbers, userIds, waIds }: FakeScript): FakePerson => {
  const number = isUserId(address) ? Object.keys(userIds).find((number) => userIds[number] === address) : address
  const userId = isUserId(address) ? address : userIds[address]
  const isShown = number !== undefined && (userId === undefined || !hidesNumbers)
  return {
    ...(isShown && { wa_id: waIds[number] ?? number }),
    ...(userId !== undefined && { user_id: userId })
  }
}

/** The contacts of a webhook, next to its messages and statuses. Absent for a person who is known only by number. */
export const contactsOf = (person: FakePerson, username?: string) =>
  person.user_id === undefined
    ? {}
    : { contacts: [{ profile: { name: "A person", ...(username !== undefined && { username }) }, ...person }] }
