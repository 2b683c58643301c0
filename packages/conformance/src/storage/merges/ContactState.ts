import { systemCaller, ContactLists, type ContactUuid, Notes, type WorkspaceUuid } from "@rollcall/core"
import { ContactStore, MergeStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { everything } from "../shared/Fixture.ts"

/** Reads all stored data of a contact. */
export const stateOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
  const [contacts, merges, lists, notes] = [yield* ContactStore, yield* MergeStore, yield* ContactLists, yield* Notes]
  const found = Option.getOrThrow(yield* contacts.find(workspace, uuid))
  const has = yield* merges.belongings(workspace, uuid)
  const listed = yield* lists.ofContact(systemCaller(workspace), uuid, {}, everything)
  return {
    ...found,
    updatedAt: null,
    memberships: new Set(has.memberships.map(({ addedAt, list }) => `${list} ${addedAt.epochMilliseconds}`)),
    notes: new Set(has.notes.map(({ note, updatedAt }) => `${note} ${updatedAt.epochMilliseconds}`)),
    formerAddresses: new Set(has.formerAddresses),
    lists: new Set(listed.items.map(({ count, uuid }) => `${uuid} ${count}`)),
    texts: (yield* notes.list(systemCaller(workspace), uuid, everything)).items.map(({ contactUuid, text }) => ({
      contactUuid,
      text
    }))
  }
})
