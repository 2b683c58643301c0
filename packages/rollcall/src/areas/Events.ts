import type * as Hooks from "@rollcall/core/events"
import type { EventOptions } from "../methods/FollowEvents.ts"
import type { CallOptions } from "../methods/Inputs.ts"
import type { HostValue } from "../options/HostValue.ts"
import type { RollcallEvent } from "../results/Event.ts"

export type * from "../results/Event.ts"

/** A page of events in order. */
export interface EventPage {
  /** The events, in their order. */
  readonly events: ReadonlyArray<RollcallEvent>
  /** The cursor of the next page. It also skips events of other types. */
  readonly next: string
  /** Whether more events may follow. */
  readonly hasMore: boolean
}

/** An endpoint that receives events, and its progress. */
export interface Webhook {
  /** The uuid of the webhook. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The URL of the endpoint. */
  readonly url: string
  /** The types of the events to send; null for all. */
  readonly types: ReadonlyArray<RollcallEvent["type"]> | null
  /** Whether events are sent. */
  readonly status: "enabled" | "disabled"
  /** Why it is disabled: `gave_up` after too many failures, or `gone` because the endpoint returned 410. */
  readonly statusReason: Hooks.Webhook["statusReason"]
  /**
   * The endpoint has received every event up to this cursor, except events in `waiting`. Null: it starts with the
   * oldest stored event.
   */
  readonly cursor: string | null
  /** Entities with events not yet received, each with the number of failed attempts for its first event. */
  readonly waiting: HostValue<Hooks.Webhook>["waiting"]
  /** The error of the last request; null if no event is waiting. */
  readonly failure: string | null
  /** When events were last pruned before the endpoint received them; null for never. */
  readonly missedAt: Date | null
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
}

/** A webhook and its signing secret. */
export interface WebhookWithSecret {
  /** The webhook. */
  readonly webhook: Webhook
  /** The secret that signs the requests. */
  readonly secret: string
}

/** The fields of a webhook to create. */
export interface NewWebhook {
  /** The `https` URL of the endpoint, at most 2,048 characters. */
  readonly url: string
  /** The types of the events to send. Default: all. */
  readonly types?: ReadonlyArray<RollcallEvent["type"]> | null | undefined
}

/** The changes to a webhook. Absent members don't change. */
export interface WebhookChanges {
  /** The new `https` URL, at most 2,048 characters. */
  readonly url?: string | undefined
  /** The types of the events to send; null for all. */
  readonly types?: ReadonlyArray<RollcallEvent["type"]> | null | undefined
}

/** The position where a webhook continues. Default: where it stopped. */
export interface WebhookReplay {
  /** The cursor after which to send all events. */
  readonly after?: string | null | undefined
  /** Whether to send all stored events. */
  readonly oldest?: boolean | null | undefined
}

/** A selection of events to read. */
export interface EventSelection {
  /** The cursor of the event to continue after. Default: starts with the oldest stored event. */
  readonly after?: string | null | undefined
  /** The types of the events. Default: all. */
  readonly types?: ReadonlyArray<RollcallEvent["type"]> | null | undefined
  /** The most events to return, 1 to 1,000. Default: 100. */
  readonly limit?: number | undefined
}

/** Follows and reads the events of a workspace. */
export interface EventMethods {
  /**
   * Follows the events of the workspace: first the events after a cursor, then new events as they happen. Each comes at
   * least once, and the events of one contact, import, broadcast or recipient come in order.
   *
   * @param options `after`, the cursor to continue after; by default the oldest stored event comes first. `types`,
   *   the event types (default: all). `signal`, which ends the loop.
   * @returns An endless stream of events. A loop ends with `break` or with the signal.
   * @throws {events_removed} when events after the cursor are older than the setting `events.keepFor`, and were removed.
   * @throws {invalid_input} when the cursor or a type is not valid.
   * @example
   * await clinic.contacts.create({ email: "zoe@example.org" })
   * for await (const event of clinic.events({ types: ["contact.created"] })) {
   *   if (event.type === "contact.created") console.log(event.contactUuid, event.cursor)
   *   break
   * }
   */
  (options?: EventOptions): AsyncIterable<RollcallEvent>

  /**
   * Returns one page of events in order.
   *
   * @param selection `after`, the cursor to continue after; `types` (default: all); and `limit`, 1 to 1,000 events
   *   (default: 100).
   * @returns The `events`, `next`, the cursor to continue after, and whether there may be more.
   * @throws {events_removed} when events after the cursor are older than the setting `events.keepFor`, and were removed.
   * @throws {invalid_input} when the cursor, a type or the limit is not valid.
   * @example
   * const { events, next } = await clinic.events.read({ types: ["contact.created"], limit: 10 })
   * console.log(events.length, next)
   */
  readonly read: (selection?: EventSelection, options?: CallOptions) => Promise<EventPage>
}

/** Manages the webhooks of a workspace, the endpoints that receive its events. */
export interface WebhookMethods {
  /**
   * Creates a webhook. It gets events that happen after this call. A workspace has at most 50 webhooks.
   *
   * @param fields The `url`, of at most 2,048 characters, with https; and the `types` of events (default: all).
   * @returns The `webhook`, and the `secret` that its requests are signed with. Only this call returns the secret.
   * @throws {invalid_input} when the URL is not valid or its address is private, a type is unknown, or there are too
   *   many webhooks.
   * @example
   * const { secret, webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * console.log(webhook.uuid, secret.length)
   */
  readonly create: (fields: NewWebhook, options?: CallOptions) => Promise<WebhookWithSecret>

  /**
   * Returns a webhook: whether it is enabled, its progress, and how the last request failed.
   *
   * @param uuid The uuid of the webhook.
   * @returns The webhook, without its secret.
   * @throws {not_found} when the workspace has no such webhook.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * const { failure, status } = await clinic.webhooks.get(webhook.uuid)
   * console.log(status, failure)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<Webhook>

  /**
   * Returns the webhooks of the workspace, oldest first.
   *
   * @returns The webhooks, without their secrets.
   * @example
   * const webhooks = await clinic.webhooks.list()
   * console.log(webhooks.map(({ url }) => url))
   */
  readonly list: (options?: CallOptions) => Promise<ReadonlyArray<Webhook>>

  /**
   * Changes the URL of a webhook or the types of its events, for every event that it has not received. A webhook that is
   * disabled stays disabled.
   *
   * @param uuid The uuid of the webhook.
   * @param changes The new `url` or `types`; null types are all. An absent member stays as it is.
   * @returns The webhook as it is stored now.
   * @throws {not_found} when the workspace has no such webhook.
   * @throws {invalid_input} when the URL or a type is not valid.
   * @example
   * const { webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * await clinic.webhooks.update(webhook.uuid, { types: ["contact.created"] })
   */
  readonly update: (uuid: string, changes: WebhookChanges, options?: CallOptions) => Promise<Webhook>

  /**
   * Creates a new secret. Both secrets sign requests for the time of the setting `webhooks.keepPreviousSecretFor`.
   *
   * @param uuid The uuid of the webhook.
   * @returns The webhook and its new secret. Only this call returns the secret.
   * @throws {not_found} when the workspace has no such webhook.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * const { secret } = await clinic.webhooks.rotate(webhook.uuid)
   * console.log(secret.length)
   */
  readonly rotate: (uuid: string, options?: CallOptions) => Promise<WebhookWithSecret>

  /**
   * Enables a webhook again, and sends the events that it has not received, or all events after a cursor.
   *
   * @param uuid The uuid of the webhook.
   * @param from `after`, a cursor, or `oldest` for all stored events. With `{}` it continues where it stopped.
   * @returns The webhook as it is now.
   * @throws {not_found} when the workspace has no such webhook.
   * @throws {events_removed} when events after the cursor were pruned.
   * @throws {invalid_input} when the cursor is not valid, or both members are given.
   * @example
   * const { webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * await clinic.webhooks.replay(webhook.uuid, { oldest: true })
   */
  readonly replay: (uuid: string, from: WebhookReplay, options?: CallOptions) => Promise<Webhook>

  /**
   * Deletes a webhook. A request in flight may still arrive.
   *
   * @param uuid The uuid of the webhook.
   * @returns Nothing.
   * @throws {not_found} when the workspace has no such webhook.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { webhook } = await clinic.webhooks.create({ url: "https://example.org/events" })
   * await clinic.webhooks.delete(webhook.uuid)
   */
  readonly delete: (uuid: string, options?: CallOptions) => Promise<void>
}
