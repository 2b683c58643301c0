import { type CellFormat, readDateFormat } from "@rollcall/contact-files"
import { DateTime, Effect, Option } from "effect"
import { refusal } from "../../../CommandRefused.ts"

/** The arguments of an import that say how its cells are read. */
export interface CellFlags {
  readonly dateFormat: Option.Option<string>
  readonly timeZone: Option.Option<string>
  readonly decimal: Option.Option<"." | ",">
  readonly separator: Option.Option<string>
  readonly multiselect: "replace" | "add"
}

/** How the cells of a file are read, as the flags say. */
export const cellFormatOf = Effect.fnUntraced(function* (flags: CellFlags) {
  const order = Option.isNone(flags.dateFormat)
    ? null
    : yield* Effect.mapError(Effect.fromResult(readDateFormat(flags.dateFormat.value)), refusal)
  const name = Option.getOrElse(flags.timeZone, () => "UTC")
  const zone = yield* Effect.fromOption(DateTime.zoneFromString(name), () =>
    refusal(`--time-zone: ${JSON.stringify(name)} is not a time zone. Use a zone such as Europe/Berlin or +02:00`)
  )
  const format: CellFormat = {
    dates: { order, toInstant: (wall) => instantIn(zone, wall) },
    decimal: Option.getOrNull(flags.decimal),
    separator: Option.getOrNull(Option.map(flags.separator, (sign) => (sign === "\\n" ? "\n" : sign))),
    multiselect: flags.multiselect
  }
  return format
})

/** The instant at which the clocks of a zone show this time; where they skip it or show it twice, an offset that is near. */
const instantIn = (zone: DateTime.TimeZone, wall: number): number =>
  Option.match(DateTime.makeZoned(wall, { timeZone: zone, adjustForTimeZone: true }), {
    onNone: () => wall,
    onSome: DateTime.toEpochMillis
  })
