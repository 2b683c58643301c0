import { maxCapDays, maxCapMessages, type WorkspaceSettings } from "@rollcall/core/people"
import { described, shown } from "@rollcall/core/operations"
import { Schema } from "effect"

const count = (maximum: number) => Schema.Int.check(shown({ minimum: 1, maximum }))
const Time = Schema.String.check(shown({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" }))

const FrequencyCap = Schema.Struct({
  messages: described(count(maxCapMessages), "How many marketing messages a contact gets at most."),
  days: described(count(maxCapDays), "In how many calendar days of the recipient, today among them.")
}).annotate({ identifier: "FrequencyCap", description: "How often a contact gets marketing messages." })

const QuietHours = Schema.Struct({
  from: described(Time, "The local time at which they begin."),
  until: described(Time, "The local time at which they end, perhaps on the next day."),
  time_zone_field: described(
    Schema.NullOr(Schema.String),
    "The key of the custom field, of the type text, that holds the time zone of a contact: an IANA name in any case, or an offset such as `GMT-5`. Null for none."
  ),
  time_zone: described(
    Schema.String,
    "The IANA time zone of recipients whose own is not known, by the field, the area code or the country of the number."
  )
}).annotate({
  identifier: "QuietHours",
  description: "When no marketing is sent, by the local time of each recipient."
})

const fields = {
  frequency_cap: described(
    Schema.NullOr(FrequencyCap),
    "How often contacts get marketing messages; null for any number."
  ),
  quiet_hours: described(Schema.NullOr(QuietHours), "When no marketing is sent; null for never.")
}

/** The settings of a workspace. */
export const SettingsResource = Schema.Struct(fields).annotate({
  identifier: "Settings",
  description: "What a workspace decides for itself."
})

/** All settings in the place of those before. */
export const SettingsBody = Schema.Struct(fields).annotate({
  identifier: "SettingsReplace",
  description: "All settings in the place of those before."
})

export const toSettingsResource = ({ frequencyCap, quietHours }: WorkspaceSettings): typeof SettingsResource.Type => ({
  frequency_cap: frequencyCap,
  quiet_hours: quietHours && {
    from: quietHours.from,
    until: quietHours.until,
    time_zone_field: quietHours.timeZoneField,
    time_zone: quietHours.timeZone
  }
})

export const toSettings = ({ frequency_cap, quiet_hours }: typeof SettingsBody.Type): WorkspaceSettings => ({
  frequencyCap: frequency_cap,
  quietHours: quiet_hours && {
    from: quiet_hours.from,
    until: quiet_hours.until,
    timeZoneField: quiet_hours.time_zone_field,
    timeZone: quiet_hours.time_zone
  }
})
