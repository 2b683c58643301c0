/** What every event has. */
interface AnyEvent {
  /** The place of the event in the order of its workspace. A reader keeps the last one, and continues after it. */
  readonly cursor: string
  /** When it happened. */
  readonly at: Date
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of who caused it; null for Rollcall's own work, as of workers, and for people and channels. */
  readonly by: string | null
  /** Who caused it, as the host names its users; null like `by`, and where the program acted for itself. */
  readonly actor: string | null
}

/** A contact changed. */
export interface ContactEvent extends AnyEvent {
  /** What happened with the contact. */
  readonly type:
    | "contact.created"
    | "contact.updated"
    | "contact.archived"
    | "contact.unarchived"
    | "contact.erased"
    | "contact.opted_out"
    | "contact.opted_in"
  /** The uuid of the contact. */
  readonly contactUuid: string
}

/** A contact was merged into another one, or that was undone. */
export interface MergeEvent extends AnyEvent {
  /** Whether it was merged, or the merge undone. */
  readonly type: "contact.merged" | "contact.unmerged"
  /** The uuid of the contact that survives. */
  readonly contactUuid: string
  /** The uuid of the contact that was merged into it. */
  readonly mergedContactUuid: string
}

/** Every row of an import has its outcome. */
export interface ImportEvent extends AnyEvent {
  /** How the import ended. */
  readonly type: "import.completed" | "import.failed"
  /** The uuid of the import. */
  readonly contactImportUuid: string
}

/** A broadcast was accepted or tested, its status changed, its sender is limited or no longer is, or opt-outs of it are held. */
export interface BroadcastEvent extends AnyEvent {
  /** What happened with the broadcast. */
  readonly type:
    | "broadcast.accepted"
    | "broadcast.resolving"
    | "broadcast.resolved"
    | "broadcast.started"
    | "broadcast.paused"
    | "broadcast.resumed"
    | "broadcast.completed"
    | "broadcast.cancelled"
    | "broadcast.expired"
    | "broadcast.failed"
    | "broadcast.limited"
    | "broadcast.unlimited"
    | "broadcast.tested"
    | "broadcast.opt_outs_held"
    | "broadcast.opt_outs_applied"
    | "broadcast.opt_outs_dismissed"
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** Why it is paused, limited or failed; null otherwise. */
  readonly reason: string | null
}

/** A recipient came to a status. Only with the setting `events.recipients`. */
export interface RecipientEvent extends AnyEvent {
  /** The status that it came to. */
  readonly type:
    | "recipient.sent"
    | "recipient.delivered"
    | "recipient.read"
    | "recipient.undeliverable"
    | "recipient.rejected"
    | "recipient.unknown"
  /** The uuid of the recipient. */
  readonly recipientUuid: string
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** Why it was not reached, as a literal; null otherwise. */
  readonly reason: string | null
}

/** A webhook was disabled, or events were removed before its endpoint had received them. */
export interface WebhookEvent extends AnyEvent {
  /** What happened with the webhook. */
  readonly type: "webhook.disabled" | "webhook.events_missed"
  /** The uuid of the webhook. */
  readonly webhookUuid: string
  /** Why it is disabled, as a literal; null otherwise. */
  readonly reason: string | null
}

/** A person sent a message to the workspace. */
export interface MessageEvent extends AnyEvent {
  /** That a message was received. */
  readonly type: "message.received"
  /** The uuid of the message, which `messages.get` returns. */
  readonly receivedMessageUuid: string
  /** Whether it asks for no more messages: `yes` opted the person out, `maybe` did not and is for you to read. */
  readonly asksToStop: "yes" | "maybe" | null
}

/** A channel reports something else, such as the new status of a template or the quality of a number. */
export interface ChannelEvent extends AnyEvent {
  /** That a channel reports something. */
  readonly type: "channel.notice"
  /** The uuid of the report: the same for the same report, however often it comes. */
  readonly channelNoticeUuid: string
  /** The report: its `kind`, whether an operator has to look at it, and a sentence for people. */
  readonly notice: {
    /** The channel's name of what it reports. */
    readonly kind: string
    /** `warning` if an operator has to look at it. */
    readonly level: "info" | "warning"
    /** A sentence for people. */
    readonly detail: string
  }
}

/** An event as a host gets it. Its `type` says what else it has. */
export type RollcallEvent =
  | ContactEvent
  | MergeEvent
  | ImportEvent
  | BroadcastEvent
  | RecipientEvent
  | WebhookEvent
  | MessageEvent
  | ChannelEvent
