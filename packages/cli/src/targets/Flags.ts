import { Schema } from "effect"
import { Argument, Flag } from "effect/cli"

/** The flag for JSON output. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON instead of readable text"),
  Flag.withDefault(false)
)

/** Makes a required argument. */
export const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

/** Makes an optional flag. */
export const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** Makes an optional flag with one of a few values. */
export const oneOf = <const Values extends ReadonlyArray<string>>(name: string, values: Values, description: string) =>
  Flag.Literals(name, values).pipe(Flag.withDescription(description), Flag.optional)

/** Makes a flag that may be repeated. */
export const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; may be repeated`), Flag.atLeast(0))

/** Makes a flag without a value. */
export const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** Makes the flag for how many items to print. Default: 50. */
export const limit = (description: string, maximum = 1_000) =>
  Flag.Int("limit").pipe(
    Flag.withDescription(description),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))),
    Flag.withDefault(50)
  )

/** Makes the flag that selects active or archived items. Default: active. */
export const status = (things: string) =>
  Flag.Literals("status", ["active", "archived"]).pipe(
    Flag.withDescription(`Active ${things} or archived ones`),
    Flag.withDefault("active")
  )
