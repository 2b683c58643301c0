import type { WorkspaceUuid } from "@rollcall/core"
import type { ChannelNotice } from "@rollcall/core/channel"
import { DateTime, Option, Schema } from "effect"
import { own } from "@rollcall/core/operations"

/**
 * The report members that a notice includes, also from nested objects and lists. These members describe the workspace's
 * templates, numbers and accounts, never the people who receive messages.
 */
const named: ReadonlySet<string> = new Set([
  "event",
  "decision",
  "message_template_name",
  "message_template_language",
  "display_phone_number",
  "previous_quality_score",
  "new_quality_score",
  "category",
  "correct_category",
  "previous_category",
  "new_category",
  "category_update_timestamp",
  "max_daily_conversations_per_business",
  "max_phone_numbers_per_business",
  "max_phone_numbers_per_waba",
  "reason",
  "recommendation",
  "title",
  "disable_date",
  "restriction_type",
  "expiration",
  "remediation",
  "violation_type",
  "waba_ban_state",
  "waba_ban_date",
  "entity_type",
  "alert_severity",
  "alert_status",
  "alert_type",
  "alert_description",
  "tier",
  "pricing_category",
  "region"
])

/** The maximum length of an included value, in UTF-16 units, and the maximum number of included values. */
const maxLength = 200
const mostNamed = 20

const decodeObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))
const decodeList = Schema.decodeUnknownOption(Schema.Array(Schema.Json))
const isNamed = Schema.is(Schema.Union([Schema.NonEmptyString, Schema.Finite]))

type Member = readonly [name: string, value: Schema.Json]

/** Returns the members of a value and of its nested objects and lists, down to `depth`. The platform nests two levels. */
const membersOf = (value: Schema.Json, depth = 2): ReadonlyArray<Member> => {
  const members = Object.entries(Option.getOrElse(decodeObject(value), (): Record<string, Schema.Json> => ({})))
  if (depth === 0) return members
  const inner = ([, one]: Member) =>
    Option.getOrElse(decodeList(one), () => [one]).flatMap((part) => membersOf(part, depth - 1))
  return [...members, ...members.flatMap(inner)]
}

/** Returns the included members of a report as text, in the platform's own words; empty for a report of an unknown form. */
const wordsOf = (members: ReadonlyArray<Member>): string => {
  const words = members.flatMap(([name, given]) =>
    named.has(name) && isNamed(given) ? [`${name} ${String(given).slice(0, maxLength)}`] : []
  )
  return words.length === 0 ? "" : `: ${words.slice(0, mostNamed).join(", ")}`
}

/** The harmless values of a member. Any other value, including an unknown value, makes the notice a warning. */
interface CalmValues {
  readonly member: string
  readonly calm: ReadonlyArray<string>
}

/**
 * The member that decides whether a report is a warning, by report field. Reports with an unlisted field or without the
 * member are never warnings.
 */
const calmValues: { readonly [field: string]: CalmValues } = {
  message_template_status_update: {
    member: "event",
    calm: ["APPROVED", "PENDING", "REINSTATED", "IN_APPEAL", "UNARCHIVED"]
  },
  message_template_quality_update: { member: "new_quality_score", calm: ["GREEN", "YELLOW", "UNKNOWN"] },
  phone_number_quality_update: {
    member: "event",
    calm: ["ONBOARDING", "THROUGHPUT_UPGRADE", "UPGRADE", "UNFLAGGED"]
  },
  phone_number_name_update: { member: "decision", calm: ["APPROVED", "DEFERRED", "PENDING"] },
  account_review_update: { member: "decision", calm: ["APPROVED", "PENDING"] },
  account_alerts: { member: "alert_severity", calm: ["INFORMATIONAL", "INFO"] },
  account_update: {
    member: "event",
    calm: [
      ...["VERIFIED_ACCOUNT", "ACCOUNT_RECONNECTED", "MM_LITE_TERMS_SIGNED", "VOLUME_BASED_PRICING_TIER_UPDATE"],
      ...["PARTNER_ADDED", "PARTNER_APP_INSTALLED", "PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE"]
    ]
  }
}

/** Returns whether a member reports the end of a ban. The start and the end of a ban have the same event. */
const isReinstated = ([name, value]: Member): boolean => name === "waba_ban_state" && value === "REINSTATE"

const levelOf = (field: string, members: ReadonlyArray<Member>): ChannelNotice["level"] => {
  const rule = own(calmValues, field)
  const value = members.find(([name]) => name === rule?.member)?.[1]
  if (rule === undefined || value === undefined || members.some(isReinstated)) return "info"
  return typeof value === "string" && rule.calm.includes(value) ? "info" : "warning"
}

/**
 * Returns the notice for a report about something other than messages, such as a template. A repeated report has the same
 * `occurrence`.
 */
export const reported = (
  field: string,
  account: string,
  time: Schema.Json,
  value: Schema.Json
): Omit<ChannelNotice, "workspace"> => {
  const members = membersOf(value)
  return {
    kind: field,
    level: levelOf(field, members),
    detail: `the platform reports ${field} of the business account ${account}${wordsOf(members)}`,
    occurrence: JSON.stringify([time, value]),
    data: value
  }
}

/**
 * Returns the notice for an unreadable part of a webhook. The `occurrence` is empty, so that repeated notices count as one.
 */
export const unreadable = (
  detail: string,
  data: Schema.Json,
  workspace: WorkspaceUuid | null = null
): ChannelNotice => ({ workspace, kind: "unreadable", level: "warning", detail, occurrence: "", data })

/** Returns the start of a timestamp's hour as an `occurrence`, so that many messages cause one notice per hour. */
export const hourOf = (at: DateTime.Utc): string => DateTime.formatIso(DateTime.startOf(at, "hour"))
