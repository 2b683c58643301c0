import { Schema } from "effect"
import { Argument, Flag } from "effect/cli"

/** The flag of every command that prints something. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON instead of readable text"),
  Flag.withDefault(false)
)

/** An argument that has to be given. */
export const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

/** A flag that may be left out. */
export const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** A flag that may be repeated. */
export const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; may be repeated`), Flag.atLeast(0))

/** A flag without a value. */
export const on = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** How much is printed: 50 where it is not given. */
export const limit = (description: string, maximum = 1_000) =>
  Flag.Int("limit").pipe(
    Flag.withDescription(description),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))),
    Flag.withDefault(50)
  )

/** Which things are listed. */
export const status = (things: string) =>
  Flag.Literals("status", ["active", "archived"]).pipe(
    Flag.withDescription(`Active ${things} or archived ones`),
    Flag.withDefault("active")
  )
