import { type AccessTokenStore, type BroadcastStore, Contacts, type ContactStore } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { at, handingOver } from "./AddressedBroadcast.ts"

type Needs = Contacts | ContactStore | BroadcastStore | AccessTokenStore

/** Searches see what broadcasts did to contacts (C5, C6, S10). */
export const contactEffectSearches: ReadonlyArray<Check<Needs>> = [
  check(
    "C5, C6: searches find the new reference and instant, and the old ones no more (S2, S10)",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const workspaceUuid = yield* newWorkspace
      const ada = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", clientReference: "BESTELLUNG Ä1" })
      const ben = yield* storedContact({ workspaceUuid, phoneNumber: "49170222" })
      const names = new Map<string, string>([
        [ada.uuid, "Ada"],
        [ben.uuid, "Ben"]
      ])
      const find = (field: string, operator: "equals" | "contains" | "exists" | "gt", value?: string) =>
        Effect.map(
          contacts.search(
            workspaceUuid,
            {
              filters: [{ field, operator, dataType: "text", ...(value === undefined ? {} : { value }) }],
              sortBy: { field: "last_engaged_at", order: "asc", dataType: "text" }
            },
            { limit: 10, offset: 0 }
          ),
          ({ items }) => items.map(({ uuid }) => names.get(uuid))
        )
      yield* agree("Before", yield* find("client_reference", "equals", "bestellung ä1"), ["Ada"])
      yield* agree("Nobody is engaged", yield* find("last_engaged_at", "exists"), [])

      const { receive, take } = yield* handingOver(workspaceUuid, ["49170222", "Straße 9"], ["49170111", "ORDER É2"])
      yield* take()
      yield* receive([0, "read", at(20)], [1, "read", at(30)])
      yield* agree("The old one", yield* find("client_reference", "contains", "bestellung"), [])
      yield* agree("The new one", yield* find("client_reference", "equals", "order é2"), ["Ada"])
      yield* agree("A part of it", yield* find("client_reference", "contains", "STRASSE"), ["Ben"])
      yield* agree("In the order of their engagement", yield* find("last_engaged_at", "exists"), ["Ben", "Ada"])
      yield* agree("Later", yield* find("last_engaged_at", "gt", DateTime.formatIso(at(20))), ["Ada"])

      const next = yield* handingOver(workspaceUuid, ["49170222", null])
      yield* next.take()
      yield* next.receive([0, "read", at(40)])
      yield* agree("In their new order", yield* find("last_engaged_at", "exists"), ["Ada", "Ben"])
    })
  )
]
