import { Duration, Effect, Option } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { noLimits, type WorkspaceSettings } from "../../workspaces/WorkspaceSettings.ts"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientProblem } from "../Recipient.ts"

/** Whom a message goes to: a contact, where there is one, at an address. */
export interface Addressee {
  readonly contact: ContactUuid | null
  readonly address: string
}

/**
 * What the messages to an addressee are counted under (Q3): its contact and its address. Either is enough to reach a cap.
 * No uuid is an address.
 */
export const countKeys = ({ address, contact }: Addressee): ReadonlyArray<string> =>
  contact === null ? [address] : [contact, address]

/** The problem of a recipient that has had as many marketing messages as the workspace allows. */
export const frequencyCapProblem: RecipientProblem = {
  reason: "frequency_cap",
  error: "the recipient has had as many marketing messages as the workspace allows"
}

/** What limits broadcasts of a category in a workspace: only marketing is limited. */
export const limitsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, category: TemplateCategory) {
  const none: WorkspaceSettings = noLimits
  if (category !== "marketing") return none
  const { settings } = yield* WorkspaceStore
  return Option.getOrElse(yield* settings(workspace), () => none)
})

/** Returns how many marketing messages of the time before now count under each of the {@link countKeys} of addressees. */
export const marketingSendsTo = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  within: Duration.Duration,
  addressees: ReadonlyArray<Addressee>
) {
  const { marketingSends } = yield* BroadcastStore
  const contacts = new Set(addressees.flatMap(({ contact }) => contact ?? []))
  const addresses = new Set(addressees.map(({ address }) => address))
  return yield* marketingSends(workspace, { contacts: Array.from(contacts), addresses: Array.from(addresses) }, within)
})
