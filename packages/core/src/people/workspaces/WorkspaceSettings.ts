import { Schema } from "effect"
import { described, shown } from "../../shared/Described.ts"

/** The maximum values of a frequency cap: messages, and days. */
export const maxCapMessages = 1_000
export const maxCapDays = 365

const upTo = (maximum: number) => Schema.Int.check(shown({ minimum: 1, maximum }))
const LocalTime = Schema.String.check(shown({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" }))

/** A limit on marketing: at most `messages` messages to one contact, and to one address, in `days` calendar days. */
export const FrequencyCap = Schema.Struct({
  messages: described(upTo(maxCapMessages), "The maximum number of marketing messages to a contact in `days`."),
  days: described(
    upTo(maxCapDays),
    "The number of calendar days in which messages count, including today, in the recipient's time zone."
  )
})
export type FrequencyCap = typeof FrequencyCap.Type

/**
 * The hours in which a workspace sends no marketing, in the local time of each recipient.
 *
 * @see docs/contributing/decisions.md, Q4
 */
export const QuietHours = Schema.Struct({
  from: described(LocalTime, "The local time at which quiet hours begin."),
  until: described(LocalTime, "The local time at which quiet hours end, possibly on the next day."),
  timeZoneField: described(
    Schema.NullOr(Schema.String),
    "The key of the custom field of type text with the time zone of a contact: an IANA name in any case, or an offset such as `GMT-5`. Null for none."
  ),
  timeZone: described(
    Schema.String,
    "The IANA time zone of recipients whose time zone is not known from the field, the area code or the country of the number."
  )
})
export type QuietHours = typeof QuietHours.Type

/** The settings of a workspace. */
export const WorkspaceSettings = Schema.Struct({
  frequencyCap: described(Schema.NullOr(FrequencyCap), "How often contacts get marketing messages. Null for no limit."),
  quietHours: described(Schema.NullOr(QuietHours), "When no marketing is sent. Null for no quiet hours.")
})
export type WorkspaceSettings = typeof WorkspaceSettings.Type

/** The settings of a workspace for which no settings were stored. */
export const noLimits: WorkspaceSettings = { frequencyCap: null, quietHours: null }
