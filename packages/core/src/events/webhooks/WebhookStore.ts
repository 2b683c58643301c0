import { Context, type DateTime, type Duration, type Option } from "effect"
import type { WebhookUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Webhook, WebhookSecrets } from "./Webhook.ts"
import type { WebhookTurns } from "./WebhookTurns.ts"

/** Identifies a webhook. */
export interface WebhookRef {
  readonly workspace: WorkspaceUuid
  readonly webhook: WebhookUuid
}

/** A webhook with its secrets. */
export interface StoredWebhook {
  readonly webhook: Webhook
  readonly secrets: WebhookSecrets
}

/** When a webhook is due: at a time of the store's clock, if set, and when there is an event after its cursor. */
export interface WebhookDue {
  readonly at: DateTime.Utc | null
  readonly onEvents: boolean
}

/** A webhook that one worker works on. */
export interface ClaimedWebhook extends StoredWebhook {
  /** The number of the claim. It counts up with each claim, and with each change by others. */
  readonly claim: number
  /** When it was claimed, by the store's clock. */
  readonly at: DateTime.Utc
}

/** Port: the webhooks of every workspace, how far each has received the events, and which are due. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Stores a webhook that is due on events. Fails with `Conflict` if the uuid is taken. */
    readonly insert: (stored: StoredWebhook) => StorageEffect<void>

    /** Returns the webhooks of a workspace, oldest first, then by uuid. */
    readonly list: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<Webhook>>

    readonly find: (ref: WebhookRef) => StorageEffect<Option.Option<Webhook>>

    /** Locks a webhook exclusively until the surrounding transaction ends. */
    readonly lock: (ref: WebhookRef) => StorageEffect<Option.Option<StoredWebhook>>

    /**
     * Replaces the locked webhook with this uuid, including its URL and types, and when it is due. Ends its claim: whatever
     * the claim's worker records is dropped.
     */
    readonly save: (stored: StoredWebhook, due: WebhookDue) => StorageEffect<void>

    /** Replaces the secrets of the locked webhook with this uuid, whatever a worker records. */
    readonly saveSecrets: (stored: StoredWebhook) => StorageEffect<void>

    /** Removes a webhook. False if it does not exist. */
    readonly remove: (ref: WebhookRef) => StorageEffect<boolean>

    /**
     * Claims webhooks that are due by the store's clock, or that are due on events and have an event of any type after
     * their cursor. Webhooks take turns (equals `inTurn`), so that neither a webhook that is always due nor a workspace
     * with many webhooks keeps another from being claimed. Each is due again after `lease`, and not on events, so that only
     * one of several concurrent callers gets it. Skips rows that another transaction has locked.
     */
    readonly claimDue: (
      options: WebhookTurns & { readonly lease: Duration.Duration }
    ) => StorageEffect<ReadonlyArray<ClaimedWebhook>>

    /**
     * Stores how far a claimed webhook has come, and when it is due. Returns false and changes nothing if the claim is not
     * the latest one any more, or the webhook was removed. Locks the webhook until the surrounding transaction ends.
     */
    readonly record: (claimed: ClaimedWebhook, due: WebhookDue) => StorageEffect<boolean>

    /**
     * Limits the wait of webhooks that are due at a set time to `longest` (see `endOfWait`), because the clock may have
     * gone back since.
     */
    readonly shortenWaits: (longest: Duration.Duration) => StorageEffect<void>
  }
>()("@rollcall/core/events/webhooks/WebhookStore") {}
