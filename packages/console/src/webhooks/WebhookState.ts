import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { type EventType, typesNamed } from "../events/EventTypes.ts"
import { type ReadBy, readBoolean, type Reader, readList, readStruct, readText } from "../reading/Reader.ts"
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

export const needsAttention = (webhook: Webhook): boolean => !["current", "behind"].includes(healthOf(webhook))

/** Reads event types. Unknown types are left out. */
const readTypes: Reader<ReadonlyArray<EventType>> = (value) => {
  const names = readList(readText)(value)
  return names && typesNamed(names)
}

export const readWebhookForm = readStruct({
  url: readText,
  /** Whether the webhook receives all events, including future types. */
  every: readBoolean,
  types: readTypes
})

export type WebhookForm = ReadBy<typeof readWebhookForm>

export const formOf = (webhook: Pick<Webhook, "url" | "types"> | undefined): WebhookForm => ({
  url: webhook?.url ?? "",
  every: (webhook?.types ?? null) === null,
  types: webhook?.types ?? []
})

export const bodyOf = ({ every, types, url }: WebhookForm): RequestOf<"POST /v1/webhooks">["body"] => ({
  url: url.trim(),
  types: every ? null : types
})

export type ReplayFrom = "stopped" | "oldest" | "after"

export const replayOf = (
  from: ReplayFrom,
  cursor: string
): NonNullable<RequestOf<"POST /v1/webhooks/:webhook_uuid/replay">["body"]> => {
  if (from === "oldest") return { oldest: true }
  return from === "after" ? { after: cursor.trim() } : {}
}

const dialogs = ["edit", "rotate", "replay", "delete"] as const

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
