import { randomUUID } from "node:crypto"

/** A user of the host. */
export interface User {
  readonly id: string
  readonly clinic: string
}

const users: Readonly<Record<string, User>> = {
  zoe: { id: "user_1", clinic: "North Clinic" }
}

const sessions = new Map<string, User>()

/** Starts a session for the user with this name; undefined if there is none. */
export const logIn = (name: string): string | undefined => {
  const user = users[name]
  if (user === undefined) return undefined
  const session = randomUUID()
  sessions.set(session, user)
  return session
}

/** Returns the user of the session in a request's cookies. */
export const userOf = (cookies: string | null): User | undefined =>
  sessions.get(/(?:^|; )session=([^;]*)/.exec(cookies ?? "")?.[1] ?? "")
