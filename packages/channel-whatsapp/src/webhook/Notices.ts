import type { WorkspaceUuid } from "@rollcall/core"
import type { ChannelNotice } from "@rollcall/core/channel"
import { DateTime, Option, Schema } from "effect"
import { own } from "@rollcall/core/operations"

/**
 * The members of a report that its notice names, those of objects and lists in it too. They are of templates, numbers and
 * accounts of the workspace, never of the people that it writes to.
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

/** The longest value that is named, in UTF-16 units, and how many are named at most. */
const maxLength = 200
const mostNamed = 20

const decodeObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))
const decodeList = Schema.decodeUnknownOption(Schema.Array(Schema.Json))
const isNamed = Schema.is(Schema.Union([Schema.NonEmptyString, Schema.Finite]))

type Member = readonly [name: string, value: Schema.Json]

/** The members of a value, and of the objects and lists that these are. Two levels deep, as the platform writes them. */
const membersOf = (value: Schema.Json, depth = 2): ReadonlyArray<Member> => {
  const members = Object.entries(Option.getOrElse(decodeObject(value), (): Record<string, Schema.Json> => ({})))
  if (depth === 0) return members
  const inner = ([, one]: Member) =>
    Option.getOrElse(decodeList(one), () => [one]).flatMap((part) => membersOf(part, depth - 1))
  return [...members, ...members.flatMap(inner)]
}

/** What a report says, in the platform's own words; empty if it is of an unknown form. */
const wordsOf = (members: ReadonlyArray<Member>): string => {
  const words = members.flatMap(([name, given]) =>
    named.has(name) && isNamed(given) ? [`${name} ${String(given).slice(0, maxLength)}`] : []
  )
  return words.length === 0 ? "" : `: ${words.slice(0, mostNamed).join(", ")}`
}

/** The values of a member that need nobody's attention. Any other value makes the notice a warning, a new one too. */
interface CalmValues {
  readonly member: string
  readonly calm: ReadonlyArray<string>
}

/** What decides whether a report is a warning, by its field. Of a field that is not here, or without the member, none is. */
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

/** The same event reports the start and the end of a ban. */
const isReinstated = ([name, value]: Member): boolean => name === "waba_ban_state" && value === "REINSTATE"

const levelOf = (field: string, members: ReadonlyArray<Member>): ChannelNotice["level"] => {
  const rule = own(calmValues, field)
  const value = members.find(([name]) => name === rule?.member)?.[1]
  if (rule === undefined || value === undefined || members.some(isReinstated)) return "info"
  return typeof value === "string" && rule.calm.includes(value) ? "info" : "warning"
}

/** The notice of a report that is about something else than messages, such as a template. The same one may come again. */
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

/** A part that cannot be read. It is one notice, however many parts there are. */
export const unreadable = (
  detail: string,
  data: Schema.Json,
  workspace: WorkspaceUuid | null = null
): ChannelNotice => ({ workspace, kind: "unreadable", level: "warning", detail, occurrence: "", data })

/** The hour of a status as what distinguishes notices of many messages: it is one an hour. */
export const hourOf = (at: DateTime.Utc): string => DateTime.formatIso(DateTime.startOf(at, "hour"))
