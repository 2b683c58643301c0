import { Effect, Layer, Option, Result } from "effect"
import { ContactSets } from "../contacts/ContactSearch.ts"
import { ContactListUuid } from "../shared/Ids.ts"
import { ContactListStore } from "./ContactListStore.ts"

/** Lets searches ask for the members of the active lists of a workspace (S15). */
export const layerListSets = Layer.effect(
  ContactSets,
  Effect.map(ContactListStore, (store) => ({
    find: Effect.fnUntraced(function* (workspace, named) {
      const uuids = new Set(named.map(({ uuid }) => ContactListUuid.make(uuid)))
      const lists = yield* Effect.forEach(uuids, (uuid) => store.find(workspace, uuid), { concurrency: 5 })
      const statuses = new Map<string, "active" | "archived">(
        lists.flatMap(Option.toArray).map(({ status, uuid }) => [uuid, status])
      )
      const conditionOf = (set: string) => {
        const status = statuses.get(set)
        if (status === "active") return Result.succeed({ _tag: "MemberOf", set } as const)
        return Result.fail(
          status === undefined ? `there is no contact list ${set}` : `the contact list ${set} is archived`
        )
      }
      return new Map([["contactListUuid", conditionOf]])
    })
  }))
)
