import { type CellFormat, type KnownField, readDateFormat, readLocale, readValueMap } from "@rollcall/contact-files"
import { DateTime, Effect, Option } from "effect"
import { orRefuse, refusal } from "../../../CommandRefused.ts"

/** The arguments that say how to read cells. */
export interface CellFlags {
  readonly dateFormat: Option.Option<string>
  readonly timeZone: Option.Option<string>
  readonly decimal: Option.Option<"." | ",">
  readonly separator: Option.Option<string>
  readonly multiselect: "replace" | "add"
  readonly locale: Option.Option<string>
  readonly mapValue: Option.Option<string>
}

/** Returns how to read the values of custom fields, according to the flags. */
export const cellFormatOf = Effect.fnUntraced(function* (flags: CellFlags, fields: ReadonlyArray<KnownField>) {
  const order = Option.isNone(flags.dateFormat) ? null : yield* orRefuse(readDateFormat(flags.dateFormat.value))
  const name = Option.getOrElse(flags.timeZone, () => "UTC")
  const zone = yield* Effect.fromOption(DateTime.zoneFromString(name), () =>
    refusal(`--time-zone: ${JSON.stringify(name)} is not a time zone. Use a zone such as Europe/Berlin or +02:00`)
  )
  const format: CellFormat = {
    dates: { order, toInstant: (wall) => instantIn(zone, wall) },
    decimal: Option.getOrNull(flags.decimal),
    separator: Option.getOrNull(Option.map(flags.separator, (sign) => (sign === "\\n" ? "\n" : sign))),
    multiselect: flags.multiselect,
    locale: Option.isNone(flags.locale) ? null : yield* orRefuse(readLocale(flags.locale.value)),
    meanings: yield* orRefuse(
      readValueMap(
        Option.getOrElse(flags.mapValue, () => ""),
        fields
      )
    )
  }
  return format
})

/** Returns the timestamp of a local time in a zone. If the clocks skip or repeat that time, uses a nearby offset. */
const instantIn = (zone: DateTime.TimeZone, wall: number): number =>
  Option.match(DateTime.makeZoned(wall, { timeZone: zone, adjustForTimeZone: true }), {
    onNone: () => wall,
    onSome: DateTime.toEpochMillis
  })
