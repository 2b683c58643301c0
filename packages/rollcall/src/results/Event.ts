import type * as Core from "@rollcall/core"
import type { HostValue } from "../options/HostValue.ts"

/** Selects the events that include a given type. */
type WithType<Type, Event = Core.RollcallEvent> = Event extends { readonly type: infer Types }
  ? Type extends Types
    ? HostValue<Event>
    : never
  : never

/** A contact changed. */
export interface ContactEvent extends WithType<"contact.created"> {}

/** A contact was merged into another contact, or a merge was undone. */
export interface MergeEvent extends WithType<"contact.merged"> {}

/** An import completed: every row has its outcome. */
export interface ImportEvent extends WithType<"import.completed"> {}

/**
 * A broadcast was accepted or tested, its status changed, its sender became limited or unlimited, or its opt-outs were
 * held.
 */
export interface BroadcastEvent extends WithType<"broadcast.accepted"> {}

/** A recipient reached a status. Only with the setting `events.recipients`. */
export interface RecipientEvent extends WithType<"recipient.sent"> {}

/** A webhook was disabled, or events were removed before its endpoint received them. */
export interface WebhookEvent extends WithType<"webhook.disabled"> {}

/** A person sent a message to the workspace. */
export interface MessageEvent extends WithType<"message.received"> {}

/** A channel reported something else, such as a new template status or the quality of a number. */
export interface ChannelEvent extends WithType<"channel.notice"> {}

/** An event. Its `type` determines its other members. */
export type RollcallEvent =
  | ContactEvent
  | MergeEvent
  | ImportEvent
  | BroadcastEvent
  | RecipientEvent
  | WebhookEvent
  | MessageEvent
  | ChannelEvent
