import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { type ReadBy, readBoolean, readStruct, readText } from "../reading/Reader.ts"
import { isZone, localOf } from "../zones/Zone.ts"

export type Settings = AnswerOf<"GET /v1/settings">

/** The values of the form. Typed values stay, also while a limit is switched off. */
export type SettingsForm = ReadBy<typeof readSettingsForm>

export const readSettingsForm = readStruct({
  capped: readBoolean,
  messages: readText,
  days: readText,
  quiet: readBoolean,
  from: readText,
  until: readText,
  zone: readText,
  /** The key of the custom field with time zones; empty for none. */
  zoneField: readText
})

/** Returns the form for settings. Unset limits start with defaults and the browser's time zone. */
export const formOf = ({ frequency_cap, quiet_hours }: Settings, zone: string): SettingsForm => ({
  capped: frequency_cap !== null,
  messages: String(frequency_cap?.messages ?? 2),
  days: String(frequency_cap?.days ?? 7),
  quiet: quiet_hours !== null,
  from: quiet_hours?.from ?? "21:00",
  until: quiet_hours?.until ?? "08:00",
  zone: quiet_hours?.time_zone ?? zone,
  zoneField: quiet_hours?.time_zone_field ?? ""
})

/** Returns the settings of a form. An invalid number is sent as 0, and the API returns an error with the field's path. */
export const settingsOf = (form: SettingsForm): RequestOf<"PUT /v1/settings">["body"] => ({
  frequency_cap: form.capped ? { messages: numberIn(form.messages), days: numberIn(form.days) } : null,
  quiet_hours: form.quiet
    ? {
        from: form.from,
        until: form.until,
        time_zone: form.zone,
        time_zone_field: form.zoneField === "" ? null : form.zoneField
      }
    : null
})

const numberIn = (typed: string): number => {
  const number = Number(typed)
  return Number.isInteger(number) ? number : 0
}

/** Returns whether two forms make the same request. */
export const hasSameSettings = (a: SettingsForm, b: SettingsForm): boolean =>
  JSON.stringify(settingsOf(a)) === JSON.stringify(settingsOf(b))

/** Returns whether a time of day is within quiet hours, which may span midnight. */
export const isQuiet = (time: string, { from, until }: Pick<SettingsForm, "from" | "until">): boolean =>
  from < until ? from <= time && time < until : time >= from || time < until

/** Returns whether quiet hours end on the day after they begin. */
export const passesMidnight = ({ from, until }: Pick<SettingsForm, "from" | "until">): boolean => until <= from

/** Returns the time in a time zone, such as `07:05`; undefined if the time zone doesn't exist. */
export const timeIn = (zone: string, now: Date): string | undefined =>
  isZone(zone) ? localOf(now.getTime(), zone).slice(11) : undefined
