import type * as Core from "@rollcall/core"
import type { HostValue } from "../options/HostValue.ts"

/** The event type with a literal among its types. */
type WithType<Type, Event = Core.RollcallEvent> = Event extends { readonly type: infer Types }
  ? Type extends Types
    ? HostValue<Event>
    : never
  : never

/** A contact changed. */
export interface ContactEvent extends WithType<"contact.created"> {}

/** A contact was merged into another contact, or a merge was undone. */
export interface MergeEvent extends WithType<"contact.merged"> {}

/** Every row of an import has its outcome. */
export interface ImportEvent extends WithType<"import.completed"> {}

/** A broadcast was accepted or tested, its status changed, its sender is limited or no longer is, or opt-outs of it are held. */
export interface BroadcastEvent extends WithType<"broadcast.accepted"> {}

/** A recipient reached a status. Only with the setting `events.recipients`. */
export interface RecipientEvent extends WithType<"recipient.sent"> {}

/** A webhook was disabled, or events were removed before its endpoint had received them. */
export interface WebhookEvent extends WithType<"webhook.disabled"> {}

/** A person sent a message to the workspace. */
export interface MessageEvent extends WithType<"message.received"> {}

/** A channel reports something else, such as the new status of a template or the quality of a number. */
export interface ChannelEvent extends WithType<"channel.notice"> {}

/** An event as a host gets it. Its `type` determines its other members. */
export type RollcallEvent =
  | ContactEvent
  | MergeEvent
  | ImportEvent
  | BroadcastEvent
  | RecipientEvent
  | WebhookEvent
  | MessageEvent
  | ChannelEvent
