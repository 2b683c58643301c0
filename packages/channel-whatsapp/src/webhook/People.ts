import type { WorkspaceUuid } from "@rollcall/core"
import { type InboundPerson, readAddress } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { Person, type SystemReport } from "./WebhookShape.ts"

const decodePerson = Schema.decodeUnknownOption(Person)

/** The people that a report names next to its messages, preferences or statuses: where each id of a user comes with a number, that. */
export class NamedPeople {
  private readonly numbers = new Map<string, string>()

  constructor(contacts: ReadonlyArray<Schema.Json>) {
    for (const contact of contacts) {
      const {
        parent_user_id: parent,
        user_id: userId,
        wa_id: number
      } = Option.getOrElse(decodePerson(contact), (): Person => ({}))
      for (const id of [userId, parent]) if (id && number) this.numbers.set(id, number)
    }
  }

  /** The number of a user id, as far as the report says it. */
  readonly numberOf = (userId: string | null | undefined): string | null =>
    userId ? (this.numbers.get(userId) ?? null) : null

  /** Which number and id are one person's. */
  pairs(workspaces: ReadonlyArray<WorkspaceUuid>): ReadonlyArray<InboundPerson> {
    return Array.from(this.numbers).flatMap(([userId, number]) =>
      workspaces.map((workspace) => ({ workspace, number, userId }))
    )
  }
}

/** Who wrote: the number where it is known, with the id next to it, or else the id. */
export const authorOf = (
  from: string | null | undefined,
  userId: string | null | undefined,
  people: NamedPeople
): { readonly from: string; readonly userId?: string } | null => {
  const number = from || people.numberOf(userId)
  if (number) return { from: number, ...(userId && userId !== number && { userId }) }
  return userId ? { from: userId } : null
}

/** An id of a user at the end of the sentence in which the platform says that it has changed. */
const changedId = /changed from (\S+) to (\S+?)\.?$/

/** What a message of the system says of a changed number or id; null if it says neither, or not what was before. */
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
