import type { WorkspaceUuid } from "@rollcall/core"
import type { ChannelNotice } from "@rollcall/core/channel"
import { DateTime, Option, Schema } from "effect"

/**
 * The members of a report that its notice names. They are of templates, numbers and accounts of the workspace, never of
 * the people that it writes to.
 */
const named = [
  "event",
  "decision",
  "message_template_name",
  "message_template_language",
  "display_phone_number",
  "previous_quality_score",
  "new_quality_score",
  "previous_category",
  "new_category",
  "current_limit",
  "max_daily_conversation_per_phone",
  "reason"
] as const

/** The longest value that is named, in UTF-16 units. */
const maxLength = 200

const decodeObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))
const isNamed = Schema.is(Schema.Union([Schema.NonEmptyString, Schema.Finite]))

/** What a report says, in the platform's own words; empty if it is of an unknown form. */
const wordsOf = (value: Schema.Json): string => {
  const members = Option.getOrElse(decodeObject(value), (): Record<string, Schema.Json> => ({}))
  const words = named.flatMap((name) => {
    const given = members[name]
    return isNamed(given) ? [`${name} ${String(given).slice(0, maxLength)}`] : []
  })
  return words.length === 0 ? "" : `: ${words.join(", ")}`
}

/** The notice of a report that is about something else than messages, such as a template. The same one may come again. */
export const reported = (
  field: string,
  account: string,
  time: Schema.Json,
  value: Schema.Json
): Omit<ChannelNotice, "workspace"> => ({
  kind: field,
  level: "info",
  detail: `the platform reports ${field} of the business account ${account}${wordsOf(value)}`,
  occurrence: JSON.stringify([time, value]),
  data: value
})

/** A part that cannot be read. It is one notice, however many parts there are. */
export const unreadable = (
  detail: string,
  data: Schema.Json,
  workspace: WorkspaceUuid | null = null
): ChannelNotice => ({ workspace, kind: "unreadable", level: "warning", detail, occurrence: "", data })

/** The hour of a status as what distinguishes notices of many messages: it is one an hour. */
export const hourOf = (at: DateTime.Utc): string => DateTime.formatIso(DateTime.startOf(at, "hour"))
