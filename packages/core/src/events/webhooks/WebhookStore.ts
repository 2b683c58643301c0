import { Context, type DateTime, type Duration, type Option } from "effect"
import type { WebhookUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Webhook, WebhookSecrets } from "./Webhook.ts"
import type { WebhookTurns } from "./WebhookTurns.ts"

/** The key of a webhook. */
export interface WebhookRef {
  readonly workspace: WorkspaceUuid
  readonly webhook: WebhookUuid
}

/** A webhook with its secrets. */
export interface StoredWebhook {
  readonly webhook: Webhook
  readonly secrets: WebhookSecrets
}

/**
 * When a webhook is due: at the time `at` of the store's clock, if set. With `onEvents`, the webhook is also due once an
 * event follows its cursor.
 */
export interface WebhookDue {
  readonly at: DateTime.Utc | null
  readonly onEvents: boolean
}

/** A webhook claimed by one worker. */
export interface ClaimedWebhook extends StoredWebhook {
  /** The sequence number of the claim. Each claim and each `save` increases the number. */
  readonly claim: number
  /** When the webhook was claimed, by the store's clock. */
  readonly at: DateTime.Utc
}

/** Port: the webhooks of every workspace, their delivery progress, and when they are due. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Stores a webhook that is due on events. Fails with `Conflict` if the uuid exists. */
    readonly insert: (stored: StoredWebhook) => StorageEffect<void>

    /** Returns the webhooks of a workspace, oldest first, then by uuid. */
    readonly list: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<Webhook>>

    readonly find: (ref: WebhookRef) => StorageEffect<Option.Option<Webhook>>

    /** Locks a webhook exclusively until the surrounding transaction ends. */
    readonly lock: (ref: WebhookRef) => StorageEffect<Option.Option<StoredWebhook>>

    /**
     * Replaces the locked webhook with this uuid, including its URL, its types and when it is due. Ends the webhook's
     * claim, so `record` drops the claiming worker's result.
     */
    readonly save: (stored: StoredWebhook, due: WebhookDue) => StorageEffect<void>

    /** Replaces the secrets of the locked webhook with this uuid. `record` doesn't overwrite the secrets. */
    readonly saveSecrets: (stored: StoredWebhook) => StorageEffect<void>

    /** Removes a webhook. Returns false if the webhook does not exist. */
    readonly remove: (ref: WebhookRef) => StorageEffect<boolean>

    /**
     * Claims webhooks that are due by the store's clock, and webhooks due on events that have an event of any type after
     * their cursor. The rules of `inTurn` choose the webhooks, so neither a webhook that is always due nor a workspace with
     * many webhooks blocks the others. A claimed webhook is due again after `lease`, and not on events, so only one of
     * several concurrent callers claims it. Skips rows locked by another transaction.
     */
    readonly claimDue: (
      options: WebhookTurns & { readonly lease: Duration.Duration }
    ) => StorageEffect<ReadonlyArray<ClaimedWebhook>>

    /**
     * Stores the progress of a claimed webhook and when it is due. Returns false without a change if the claim is no longer
     * the latest or the webhook was removed. Locks the webhook until the surrounding transaction ends.
     */
    readonly record: (claimed: ClaimedWebhook, due: WebhookDue) => StorageEffect<boolean>

    /**
     * Shortens the waits of webhooks that are due at a set time to at most `longest` (see `endOfWait`). A longer wait was
     * set before the clock went back.
     */
    readonly shortenWaits: (longest: Duration.Duration) => StorageEffect<void>
  }
>()("@rollcall/core/events/webhooks/WebhookStore") {}
