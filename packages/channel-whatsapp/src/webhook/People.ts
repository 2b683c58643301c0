import type { WorkspaceUuid } from "@rollcall/core"
import { type InboundPerson, readAddress } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { Person, Profile, type SystemReport } from "./WebhookShape.ts"

const decodePerson = Schema.decodeUnknownOption(Person)
const decodeProfile = Schema.decodeUnknownOption(Profile)

/** A user name of the platform, which writes it with and without `@`. */
const username = /^@?([a-z0-9._]{3,35})$/

/**
 * The people that a report names next to its messages, preferences or statuses: the numbers of user ids, and the user
 * names of both.
 */
export class NamedPeople {
  private readonly numbers = new Map<string, string>()
  private readonly usernames = new Map<string, string>()

  constructor(contacts: ReadonlyArray<Schema.Json>) {
    for (const contact of contacts) {
      const {
        parent_user_id: parent,
        profile,
        user_id: userId,
        wa_id: number
      } = Option.getOrElse(decodePerson(contact), (): Person => ({}))
      for (const id of [userId, parent]) if (id && number) this.numbers.set(id, number)
      const name = usernameIn(profile)
      for (const id of [userId, parent, number]) if (id && name) this.usernames.set(id, name)
    }
  }

  /** Returns the number of a user id, if the report contains it. */
  readonly numberOf = (userId: string | null | undefined): string | null =>
    userId ? (this.numbers.get(userId) ?? null) : null

  /** Returns the user name of an author, if the report contains it. */
  readonly usernameOf = ({ from, userId = from }: Author): string | null =>
    this.usernames.get(userId) ?? this.usernames.get(from) ?? null

  /** Returns the pairs of number and user id that belong to one person. */
  pairs(workspaces: ReadonlyArray<WorkspaceUuid>): ReadonlyArray<InboundPerson> {
    return Array.from(this.numbers).flatMap(([userId, number]) =>
      workspaces.map((workspace) => ({ workspace, number, userId }))
    )
  }
}

/** Returns the user name of a profile, without `@`; null if missing or malformed. */
const usernameIn = (profile: unknown): string | null =>
  Option.match(decodeProfile(profile), {
    onNone: () => null,
    onSome: (shown) => username.exec(shown.username)?.[1] ?? null
  })

/** A person by the number, or else by the id. */
interface Author {
  readonly from: string
  readonly userId?: string
}

/** Returns the author: the number with the user id if both are known, otherwise the user id. */
export const authorOf = (
  from: string | null | undefined,
  userId: string | null | undefined,
  people: NamedPeople
): Author | null => {
  const number = from || people.numberOf(userId)
  if (number) return { from: number, ...(userId && userId !== number && { userId }) }
  return userId ? { from: userId } : null
}

/** An id of a user at the end of the sentence in which the platform says that it has changed. */
const changedId = /changed from (\S+) to (\S+?)\.?$/

/**
 * Returns the changed number or id in a system message; null if there is no change, or the earlier value is missing.
 */
export const changeOf = (
  workspace: WorkspaceUuid,
  { from, from_user_id: fromId, system }: SystemReport
): ReadonlyArray<InboundPerson> => {
  if (!system) return []
  const { body, user_id: userId, wa_id: number } = system
  // The name of the person stands before: it does not count, whatever it is.
  const [, before = "", after = ""] = changedId.exec(body ?? "") ?? []
  const inBody = readAddress(before)?._tag === "UserId" && after === userId ? before : null
  const formers = [number && from !== number ? from : null, userId && fromId !== userId ? fromId : null, inBody]
  return Array.from(new Set(formers)).flatMap((former) =>
    former ? [{ workspace, ...(number && { number }), ...(userId && { userId }), former }] : []
  )
}
