import { Context, Effect } from "effect"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import type { RecipientProblem } from "../Recipient.ts"

/** Contacts of an audience that nothing else keeps from being reached. */
export interface LimitedStep {
  readonly workspace: WorkspaceUuid
  /** The broadcast, which is not visible yet; null for an estimate, which locks and writes nothing. */
  readonly broadcast: BroadcastUuid | null
  readonly category: TemplateCategory
  /** Distinct, and in the order of the audience. */
  readonly contacts: ReadonlyArray<ContactUuid>
}

/**
 * What else may keep contacts from being reached, such as how many messages they have had. It is asked last, for the
 * contacts of one step, inside the transaction that stores their recipients. Without such a service nothing does.
 */
export const ContactLimits = Context.Reference<{
  /** Returns the contacts that get no message, each with the reason. */
  readonly exclude: (step: LimitedStep) => Effect.Effect<ReadonlyMap<ContactUuid, RecipientProblem>, StorageError>
}>("@rollcall/core/broadcasts/resolution/ContactLimits", {
  defaultValue: () => ({ exclude: () => Effect.succeed(new Map()) })
})
