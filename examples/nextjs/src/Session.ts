/** A user of the host. */
export interface User {
  readonly uuid: string
  readonly clinic: string
}

const sessions: ReadonlyMap<string, User> = new Map([
  ["of-zoe", { uuid: "0197a000-0000-7000-8000-000000000001", clinic: "North Clinic" }]
])

/** Who is logged in, by the session that the cookies of a request name. */
export const userOf = (cookies: string | null): User | undefined =>
  sessions.get(/(?:^|; )session=([^;]*)/.exec(cookies ?? "")?.[1] ?? "")
