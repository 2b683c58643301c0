import { Effect, Option, Result } from "effect"
import type { NamedSet } from "../contacts/ContactSearch.ts"
import type { Condition } from "../search/Condition.ts"
import { ContactListUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import type { ContactListStatus } from "./ContactList.ts"
import type { ContactListStore } from "./ContactListStore.ts"

/** The statuses of lists by uuid. An absent list does not exist. */
export type ListStatuses = ReadonlyMap<string, ContactListStatus>

/** Reads the statuses of the lists among named sets. */
export const readStatuses =
  (store: ContactListStore["Service"]) => (workspace: WorkspaceUuid, named: ReadonlyArray<NamedSet>) => {
    const uuids = new Set(
      named.flatMap(({ name, uuid }) => (name === "contactListUuid" ? [ContactListUuid.make(uuid)] : []))
    )
    return Effect.map(
      Effect.forEach(uuids, (uuid) => store.find(workspace, uuid), { concurrency: 5 }),
      (lists): ListStatuses => new Map(lists.flatMap(Option.toArray).map(({ status, uuid }) => [uuid, status]))
    )
  }

/** Returns the condition that a contact is on a list, or the reason why the list cannot be used. */
export const membershipIn =
  (statuses: ListStatuses) =>
  (set: string): Result.Result<Condition, string> => {
    const status = statuses.get(set)
    if (status === "active") return Result.succeed({ _tag: "MemberOf", set })
    return Result.fail(status === undefined ? `there is no contact list ${set}` : `the contact list ${set} is archived`)
  }
