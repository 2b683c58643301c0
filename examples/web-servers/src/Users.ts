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

/** Begins a session of the user with this name, if there is one. */
export const logIn = (name: string): string | undefined => {
  const user = users[name]
  if (user === undefined) return undefined
  const session = randomUUID()
  sessions.set(session, user)
  return session
}

/** Who is logged in, by the session that the cookies of a request name. */
export const userOf = (cookies: string | null): User | undefined =>
  sessions.get(/(?:^|; )session=([^;]*)/.exec(cookies ?? "")?.[1] ?? "")
