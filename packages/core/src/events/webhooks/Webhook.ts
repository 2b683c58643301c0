import { type DateTime, type Redacted, Schema } from "effect"
import { EventCursor, EventType } from "../events/RollcallEvent.ts"
import { Uuid, WebhookUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { described, textOf } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import { isLonger, isStorable } from "../../shared/Text.ts"
import { addressOfHost, isPublicAddress } from "./SpecialAddresses.ts"

/**
 * The longest URL of an endpoint, in characters.
 *
 * @see docs/contributing/decisions.md, W8
 */
export const maxWebhookUrlLength = 2_048

/** The maximum number of webhooks per workspace. */
export const maxWebhooks = 50

/**
 * An entity with events that the endpoint hasn't received yet, because a request failed or the worker hasn't sent the
 * events yet. An entity's events are sent in order, so later events wait for the first.
 */
export const WaitingEntity = Schema.Struct({
  /** The uuid of the contact, import, broadcast, recipient or webhook. */
  entity: Uuid,
  /** The events after this cursor have not been received; null for all kept events. */
  after: Schema.NullOr(EventCursor),
  /** The number of failed attempts to send the next event. */
  attempts: Schema.Natural,
  /** When the first attempt failed; null if no attempt has failed. */
  failingSince: Schema.NullOr(Schema.DateTimeUtc),
  /** When the next attempt is due. */
  retryAt: Schema.DateTimeUtc
})
export type WaitingEntity = typeof WaitingEntity.Type

/** Why a webhook is disabled: an event failed for too long (`gave_up`), or the endpoint responded with 410 (`gone`). */
const DisabledReason = Schema.Literals(["gave_up", "gone"])

const Url = textOf({ max: maxWebhookUrlLength })
const Types = Schema.NullOr(Schema.Array(EventType))

/** A webhook endpoint, its event types and its delivery progress. Doesn't include the secret. */
export const Webhook = Schema.Struct({
  uuid: described(WebhookUuid, "The uuid of the webhook."),
  workspaceUuid: WorkspaceUuid,
  url: described(Url, "Where events are sent."),
  types: described(Types, "Only events of these types are sent. Null for all."),
  status: described(
    Schema.Literals(["enabled", "disabled"]),
    "`disabled` after an event could not be delivered for 25 hours, or the endpoint answered 410."
  ),
  statusReason: described(Schema.NullOr(DisabledReason), "Why it is disabled. Null while it is enabled."),
  cursor: described(
    Schema.NullOr(EventCursor),
    "Every event up to this cursor was received, except events that wait for a retry. Null: the webhook begins at the oldest stored event."
  ),
  waiting: Schema.Array(WaitingEntity),
  failure: described(Schema.NullOr(Schema.String), "How the last request failed. Null once nothing waits for a retry."),
  missedAt: described(
    Schema.NullOr(Schema.DateTimeUtc),
    "When events were last removed because of their age before they were received. Null if never."
  ),
  createdAt: described(Schema.DateTimeUtc, "When it was created."),
  updatedAt: described(Schema.DateTimeUtc, "When it was last changed, disabled or enabled.")
})
export type Webhook = typeof Webhook.Type

/**
 * The secrets that sign requests to an endpoint: the current secret and, for a time after a rotation, the previous secret.
 */
export interface WebhookSecrets {
  readonly current: Redacted.Redacted
  readonly previous: Redacted.Redacted | null
  /** When the previous secret stops signing; null if there is no previous secret. */
  readonly previousUntil: DateTime.Utc | null
}

/** A webhook to create. */
export const NewWebhook = Schema.Struct({
  url: described(Url, "Where events are sent: an https URL without credentials and without a private address."),
  types: described(given(Schema.Array(EventType)), "Only events of these types are sent. Null or left out: all.")
})
export type NewWebhook = typeof NewWebhook.Type

/** Changes to a webhook. Omitted fields stay unchanged. */
export const WebhookChanges = Schema.Struct({
  url: described(Schema.optional(Url), "The new URL: an https URL without credentials and without a private address."),
  types: described(Schema.optional(Types), "The new event types. Null: all. Left out: no change.")
})
export type WebhookChanges = typeof WebhookChanges.Type

/**
 * Where a webhook resumes. Default: the position where it stopped. `after` names a cursor; `oldest` starts with the oldest
 * kept event.
 */
export const WebhookReplay = Schema.Struct({
  after: described(
    given(EventCursor),
    "The cursor of an event: only later events are sent. Null or left out: the webhook continues where it stopped."
  ),
  oldest: described(given(Schema.Boolean), "Whether every stored event is sent again. Cannot be combined with `after`.")
})
export type WebhookReplay = typeof WebhookReplay.Type

/** The workspace has no webhook with this uuid. */
export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { uuid: WebhookUuid }) {
  override get message(): string {
    return `There is no webhook ${this.uuid}.`
  }
}

/**
 * Returns the issues of an endpoint URL. The URL must use https, have no credentials, and contain no special address.
 * `allowPrivate` also allows special addresses and http, and `hint` tells the user how to enable `allowPrivate`. The
 * addresses behind a host name are checked at each request instead.
 */
export const urlIssues = (text: string, allowPrivate: boolean, hint: string): ReadonlyArray<Issue> => {
  const refuse = (message: string) => [issue("value_error", ["url"], message)]
  if (!isStorable(text)) return refuse("must not contain U+0000 or a lone surrogate")
  if (isLonger(text, maxWebhookUrlLength)) {
    return [issue("too_long", ["url"], `must have at most ${maxWebhookUrlLength} characters`)]
  }
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))) {
    return refuse(url?.protocol === "http:" ? `must be an https URL, unless ${hint}` : "must be an https URL")
  }
  if (url.username !== "" || url.password !== "") return refuse("must not contain a user name or password")
  return allowPrivate || !isSpecialHost(url.hostname)
    ? []
    : refuse(`must not point to a private or special address, unless ${hint}`)
}

const isSpecialHost = (hostname: string): boolean => {
  const host = hostname.replace(/\.$/, "")
  if (host === "localhost" || host.endsWith(".localhost")) return true
  const address = addressOfHost(host)
  return address !== null && !isPublicAddress(address)
}
