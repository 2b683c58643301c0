import { Effect } from "effect"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { EventStore } from "../events/EventStore.ts"
import { nameEvent } from "../events/RollcallEvent.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { type ContactOfKeys, keysOf } from "./ContactKeys.ts"
import { keysKeepingOut, withMark } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"

/** Whether a contact with these keys is opted out. */
const isOptedOut = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) {
  const asked = keysKeepingOut(yield* PhoneNumbers, keys)
  if (asked.length === 0) return false
  return (yield* OptOutStore.use((store) => store.find(workspace, asked))).size > 0
})

/**
 * Opts out all addresses of two contacts that become one, if one of them is opted out (M3), and rejects what is pending.
 * Returns the keys that it added. Called in the transaction of the merge, while `optOutLock` is locked exclusively and
 * before a contact is locked there.
 */
export const uniteOptOuts = Effect.fn("OptOuts.unite")(function* (survivor: ContactOfKeys, from: ContactOfKeys) {
  const { workspaceUuid: workspace } = survivor
  const own = (yield* keysOf(survivor)).keys
  const others = (yield* keysOf(from)).keys
  const isOut = yield* isOptedOut(workspace, own)
  if (!isOut && !(yield* isOptedOut(workspace, others))) return []
  const keys = [...new Set([...own, ...others])]
  const store = yield* OptOutStore
  const recipients = yield* AddressedRecipients
  const added = yield* store.add(workspace, withMark(keys), { source: "merge", by: null })
  yield* recipients.rejectOptedOut(
    workspace,
    added.filter((key) => keys.includes(key))
  )
  if (!isOut) yield* announce("contact.opted_out", survivor)
  return added
})

/**
 * Takes back the opt-outs that a merge added, as far as no one has opted the address out since. Called in the transaction
 * that undoes the merge, once both contacts have their addresses again.
 */
export const separateOptOuts = Effect.fn("OptOuts.separate")(function* (
  survivor: ContactOfKeys,
  added: ReadonlyArray<string>
) {
  if (added.length === 0) return
  const { workspaceUuid: workspace } = survivor
  const store = yield* OptOutStore
  const known = yield* store.find(workspace, added)
  const ofMerge = added.filter((key) => known.get(key)?.source === "merge")
  if (ofMerge.length === 0) return
  yield* store.remove(workspace, ofMerge)
  if (!(yield* isOptedOut(workspace, (yield* keysOf(survivor)).keys))) yield* announce("contact.opted_in", survivor)
})

const announce = (
  type: "contact.opted_out" | "contact.opted_in",
  { uuid: contactUuid, workspaceUuid }: Pick<ContactOfKeys, "uuid" | "workspaceUuid">
) => EventStore.use((events) => events.append([nameEvent({ type, workspaceUuid, contactUuid })]))
