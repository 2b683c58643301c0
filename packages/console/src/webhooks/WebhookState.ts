import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { type EventType, typesNamed } from "../events/EventTypes.ts"
import { isRecord, readBoolean, readList, type Reader, readText } from "../reading/Reader.ts"
import type { QueryCodec } from "../reading/QueryCodec.ts"
import type { BadgeTitles } from "../ui/Badge.tsx"

/** The states of a webhook: up to date, behind, failing since some time, or disabled for one of two reasons. */
export const healthTitles = {
  current: ["Up to date", "good"],
  behind: ["Catching up", "accent"],
  failing: ["Failing", "warn"],
  gave_up: ["Disabled", "bad"],
  gone: ["Disabled", "bad"]
} as const satisfies BadgeTitles<string>

export type Webhook = AnswerOf<"GET /v1/webhooks/:webhook_uuid">

export type WebhookHealth = keyof typeof healthTitles

export const healthOf = ({ failing_since, status, status_reason, waiting }: Webhook): WebhookHealth => {
  if (status === "disabled") return status_reason ?? "gave_up"
  if (failing_since !== null) return "failing"
  return waiting > 0 ? "behind" : "current"
}

/** Returns whether a webhook needs attention. */
export const needsAttention = (webhook: Webhook): boolean => !["current", "behind"].includes(healthOf(webhook))

/** The values of the webhook form. */
export interface WebhookForm {
  readonly url: string
  /** Whether the webhook receives all events, including future types. */
  readonly every: boolean
  readonly types: ReadonlyArray<EventType>
}

export const formOf = (webhook: Pick<Webhook, "url" | "types"> | undefined): WebhookForm => ({
  url: webhook?.url ?? "",
  every: (webhook?.types ?? null) === null,
  types: webhook?.types ?? []
})

/** Reads a stored form. Unknown event types are left out. */
export const readWebhookForm: Reader<WebhookForm> = (value) => {
  if (!isRecord(value)) return undefined
  const [url, every, types] = [readText(value.url), readBoolean(value.every), readList(readText)(value.types)]
  if (url === undefined || every === undefined || types === undefined) return undefined
  return { url, every, types: typesNamed(types) }
}

export const bodyOf = ({ every, types, url }: WebhookForm): RequestOf<"POST /v1/webhooks">["body"] => ({
  url: url.trim(),
  types: every ? null : types
})

/** Where a replay starts. */
export type ReplayFrom = "stopped" | "oldest" | "after"

export const replayOf = (
  from: ReplayFrom,
  cursor: string
): NonNullable<RequestOf<"POST /v1/webhooks/:webhook_uuid/replay">["body"]> => {
  if (from === "oldest") return { oldest: true }
  return from === "after" ? { after: cursor.trim() } : {}
}

const dialogs = ["edit", "rotate", "replay", "delete"] as const

/** The dialogs of a webhook. */
export type WebhookDialog = (typeof dialogs)[number]

/** The open dialog, for an existing or a new webhook. */
export type Opened =
  | { readonly dialog: "none" | "new" }
  | { readonly dialog: WebhookDialog; readonly uuid: string; readonly cursor: string }

export const openedQuery: QueryCodec<Opened> = {
  read: (query) => {
    if (query.has("new")) return { dialog: "new" }
    for (const dialog of dialogs) {
      const uuid = query.get(dialog)
      if (uuid !== null) return { dialog, uuid, cursor: query.get("after") ?? "" }
    }
    return { dialog: "none" }
  },
  write: (opened) => {
    const query = new URLSearchParams()
    if (opened.dialog === "new") query.set("new", "")
    if ("uuid" in opened) {
      query.set(opened.dialog, opened.uuid)
      if (opened.cursor !== "") query.set("after", opened.cursor)
    }
    return query
  }
}
