import { Schema } from "effect"
import { ActorUuid, ContactUuid, type WorkspaceUuid } from "../shared/Ids.ts"

/**
 * How an address was opted out: the person sent a message that asks for it, the channel said so of a message to it, a
 * user of the workspace did it by hand, or its contact was merged with one that is opted out by another address (M3).
 */
export const OptOutSource = Schema.Literals(["message", "channel", "request", "merge"])
export type OptOutSource = typeof OptOutSource.Type

/** Since when an address gets no messages of a workspace, and how that came. */
export const OptOut = Schema.Struct({
  source: OptOutSource,
  at: Schema.DateTimeUtc,
  /** Which user of the workspace did it by hand; null for the person and the channel. */
  by: Schema.NullOr(ActorUuid)
})
export type OptOut = typeof OptOut.Type

/** Whether broadcasts leave a contact out: one of its addresses is opted out. */
export const ContactOptOut = Schema.Struct({
  contactUuid: ContactUuid,
  /** The first opt-out of an address that the contact has; null if none of them is opted out. */
  optOut: Schema.NullOr(OptOut)
})
export type ContactOptOut = typeof ContactOptOut.Type

/**
 * The lock of the opt-outs of a workspace. A transaction that stores recipients, or makes a delivery pending again,
 * shares it and asks for opt-outs afterwards; one that adds an opt-out has it exclusively, and rejects what is pending.
 * So no message to an address begins after its opt-out is committed. It comes before the lock of any broadcast.
 */
export const optOutLock = (workspace: WorkspaceUuid): string => `opt-outs ${workspace}`
