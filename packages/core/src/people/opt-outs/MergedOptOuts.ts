import { Array as Arr, Effect } from "effect"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { allKeys, type ContactOfKeys, entriesOf, type Keys, keysOf } from "./ContactKeys.ts"
import type { OptOutScope } from "./OptOut.ts"
import { keysKeepingOut } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"

/** An opt-out that a merge added. */
export interface AddedOptOut {
  readonly key: string
  readonly scope: OptOutScope
}

/** Returns the scopes that a contact with these keys is opted out of. */
const scopesOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: Keys) {
  const wanted = keysKeepingOut(yield* PhoneNumbers, allKeys(keys))
  const found = yield* OptOutStore.use((store) => store.find(workspace, wanted))
  return new Set(Array.from(found.values()).flatMap((optOuts) => optOuts.map(({ scope }) => scope)))
})

/**
 * Opts out all addresses of two contacts that are being merged if one of the contacts is opted out, and rejects the pending
 * recipients at these addresses. Returns the added opt-outs. Called in the merge's transaction, while `optOutLock` is
 * locked exclusively and before the transaction locks a contact.
 *
 * @see docs/contributing/decisions.md, M3
 */
export const uniteOptOuts = Effect.fn("OptOuts.unite")(function* (survivor: ContactOfKeys, from: ContactOfKeys) {
  const { workspaceUuid: workspace } = survivor
  const survivorKeys = yield* keysOf(survivor)
  const others = yield* keysOf(from)
  const wasOut = yield* scopesOf(workspace, survivorKeys)
  const isOut = new Set([...wasOut, ...(yield* scopesOf(workspace, others))])
  const store = yield* OptOutStore
  const recipients = yield* AddressedRecipients
  const keys: Keys = { ...survivorKeys, keys: Arr.dedupe([...survivorKeys.keys, ...others.keys]) }
  const all: Array<AddedOptOut> = []
  for (const scope of isOut) {
    const added = yield* store.add(workspace, entriesOf(keys), { scope, source: "merge", by: null })
    yield* recipients.rejectOptedOut(
      workspace,
      added.filter((key) => keys.keys.includes(key)),
      scope
    )
    all.push(...added.map((key) => ({ key, scope })))
  }
  if (isOut.size > wasOut.size) yield* announce("contact.opted_out", survivor)
  return all
})

/**
 * Removes the opt-outs that a merge added, unless an address was opted out again since. Called in the transaction that
 * undoes the merge, after both contacts have their addresses again.
 */
export const separateOptOuts = Effect.fn("OptOuts.separate")(function* (
  survivor: ContactOfKeys,
  added: ReadonlyArray<AddedOptOut>
) {
  if (added.length === 0) return
  const { workspaceUuid: workspace } = survivor
  const store = yield* OptOutStore
  const known = yield* store.find(workspace, Arr.dedupe(added.map(({ key }) => key)))
  const ofMerge = added.filter(({ key, scope }) =>
    known.get(key)?.some((optOut) => optOut.scope === scope && optOut.source === "merge")
  )
  if (ofMerge.length === 0) return
  yield* store.remove(workspace, ofMerge)
  if ((yield* scopesOf(workspace, yield* keysOf(survivor))).size === 0) yield* announce("contact.opted_in", survivor)
})

const announce = (
  type: "contact.opted_out" | "contact.opted_in",
  { uuid: contactUuid, workspaceUuid }: Pick<ContactOfKeys, "uuid" | "workspaceUuid">
) => EventStore.use((events) => events.append([nameEvent({ type, workspaceUuid, contactUuid })]))
