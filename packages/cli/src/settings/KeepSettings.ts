import type { SettingsResource } from "@rollcall/api"
import { Effect, Option } from "effect"
import { refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { inTarget } from "../targets/InTarget.ts"
import { call, read } from "../targets/Target.ts"

type SettingsView = typeof SettingsResource.Type

interface Changes extends Printed {
  readonly cap: Option.Option<string>
  readonly quiet: Option.Option<string>
  readonly zone: Option.Option<string>
  readonly zoneField: Option.Option<string>
}

export const showSettings = Effect.fn("KeepSettings.show")(function* ({ json }: Printed, flags: AddressFlags) {
  const settings = yield* inTarget(
    flags,
    read((client) => client.settings.get())
  )
  yield* print(json, settings, () => sentencesOf(settings))
})

/** Changes the given settings, and prints all settings. The server validates them. */
export const changeSettings = Effect.fn("KeepSettings.change")(function* (
  { json, ...changes }: Changes,
  flags: AddressFlags
) {
  if (Object.values(changes).every(Option.isNone)) {
    return yield* refusal("nothing to change. Give --cap, --quiet, --time-zone or --time-zone-field")
  }
  const settings = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const before = yield* read((client) => client.settings.get())
      const payload = {
        frequency_cap: yield* capOf(before.frequency_cap, changes.cap),
        quiet_hours: yield* quietHoursOf(before.quiet_hours, changes)
      }
      return yield* call((client) => client.settings.replace({ payload }))
    })
  )
  yield* print(json, settings, () => sentencesOf(settings))
})

const none = "none"

const capOf = (before: SettingsView["frequency_cap"], given: Option.Option<string>) => {
  if (Option.isNone(given)) return Effect.succeed(before)
  if (given.value === none) return Effect.succeed(null)
  const [, messages, days] = /^(\d{1,9})\/(\d{1,9})$/.exec(given.value) ?? []
  return messages === undefined || days === undefined
    ? refusal("--cap must be messages/days, such as 2/7, or none")
    : Effect.succeed({ messages: Number(messages), days: Number(days) })
}

const quietHoursOf = (before: SettingsView["quiet_hours"], { quiet, zone, zoneField }: Omit<Changes, "json">) => {
  if (Option.contains(quiet, none)) {
    return Option.isSome(zone) || Option.isSome(zoneField)
      ? refusal("--quiet none cannot be combined with --time-zone or --time-zone-field")
      : Effect.succeed(null)
  }
  const given = Option.getOrUndefined(quiet)?.split("-")
  const [from, until, ...more] = given ?? [before?.from, before?.until]
  if (from === undefined || until === undefined || more.length > 0) {
    return given === undefined && Option.isNone(zone) && Option.isNone(zoneField)
      ? Effect.succeed(before)
      : refusal("--quiet must be two times, such as 21:00-08:00, or none")
  }
  const timeZone = Option.getOrUndefined(zone) ?? before?.time_zone
  if (timeZone === undefined) return refusal("--time-zone is required by quiet hours")
  const field = Option.match(zoneField, {
    onNone: () => before?.time_zone_field ?? null,
    onSome: (key) => (key === none ? null : key)
  })
  return Effect.succeed({ from, until, time_zone_field: field, time_zone: timeZone })
}

const sentencesOf = ({ frequency_cap, quiet_hours }: SettingsView): string =>
  [
    frequency_cap === null
      ? "Contacts get any number of marketing messages."
      : `Marketing messages to a contact: at most ${frequency_cap.messages}, counted over ${frequency_cap.days} calendar days, today among them.`,
    quiet_hours === null
      ? "Marketing is sent at any time."
      : `No marketing is sent between ${quiet_hours.from} and ${quiet_hours.until}, by the ${zoneOf(quiet_hours)}.`
  ].join("\n")

const zoneOf = ({ time_zone, time_zone_field }: NonNullable<SettingsView["quiet_hours"]>): string =>
  time_zone_field === null
    ? `time of the number's area or country, or of ${time_zone}`
    : `time of the field ${time_zone_field}, of the number's area or country, or of ${time_zone}`
