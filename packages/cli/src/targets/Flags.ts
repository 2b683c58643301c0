import { Schema } from "effect"
import { Argument, Flag } from "effect/cli"

/** The flag of every command that prints something. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON instead of readable text"),
  Flag.withDefault(false)
)

/** A required argument. */
export const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

/** An optional flag. */
export const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** A flag that may be repeated. */
export const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; may be repeated`), Flag.atLeast(0))

/** A flag without a value. */
export const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** How many items are printed. Default: 50. */
export const limit = (description: string, maximum = 1_000) =>
  Flag.Int("limit").pipe(
    Flag.withDescription(description),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))),
    Flag.withDefault(50)
  )

/** Which items are listed. */
export const status = (things: string) =>
  Flag.Literals("status", ["active", "archived"]).pipe(
    Flag.withDescription(`Active ${things} or archived ones`),
    Flag.withDefault("active")
  )
