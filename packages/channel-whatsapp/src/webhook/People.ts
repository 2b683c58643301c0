import type { WorkspaceUuid } from "@rollcall/core"
import { type InboundPerson, readAddress } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { Person, Profile, type SystemReport } from "./WebhookShape.ts"

const decodePerson = Schema.decodeUnknownOption(Person)
const decodeProfile = Schema.decodeUnknownOption(Profile)

/** Matches a user name. The platform writes user names with or without `@`. */
const username = /^@?([a-z0-9._]{3,35})$/

/** The people named in a report: the numbers of user ids, and the user names of numbers and user ids. */
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

  /** Returns the number of a user id; null if the report doesn't contain the number. */
  readonly numberOf = (userId: string | null | undefined): string | null =>
    userId ? (this.numbers.get(userId) ?? null) : null

  /** Returns the user name of an author; null if the report doesn't contain the user name. */
  readonly usernameOf = ({ from, userId = from }: Author): string | null =>
    this.usernames.get(userId) ?? this.usernames.get(from) ?? null

  /** Returns the pairs of number and user id that belong to the same person, for each workspace. */
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

/** A person. `from` is the number, or the user id if the number is unknown. */
interface Author {
  readonly from: string
  readonly userId?: string
}

/**
 * Returns the author by number, with the user id if known, or by user id if the number is unknown. Null if both are
 * unknown.
 */
export const authorOf = (
  from: string | null | undefined,
  userId: string | null | undefined,
  people: NamedPeople
): Author | null => {
  const number = from || people.numberOf(userId)
  if (number) return { from: number, ...(userId && userId !== number && { userId }) }
  return userId ? { from: userId } : null
}

/** Matches the old and the new user id at the end of a system message about a changed user id. */
const changedId = /changed from (\S+) to (\S+?)\.?$/

/**
 * Returns the person of a system message about a changed number or user id, once for each former value. Empty if nothing
 * changed or the former value is missing.
 */
export const changeOf = (
  workspace: WorkspaceUuid,
  { from, from_user_id: fromId, system }: SystemReport
): ReadonlyArray<InboundPerson> => {
  if (!system) return []
  const { body, user_id: userId, wa_id: number } = system
  // The sentence starts with the person's name, which is ignored.
  const [, before = "", after = ""] = changedId.exec(body ?? "") ?? []
  const inBody = readAddress(before)?._tag === "UserId" && after === userId ? before : null
  const formers = [number && from !== number ? from : null, userId && fromId !== userId ? fromId : null, inBody]
  return Array.from(new Set(formers)).flatMap((former) =>
    former ? [{ workspace, ...(number && { number }), ...(userId && { userId }), former }] : []
  )
}
