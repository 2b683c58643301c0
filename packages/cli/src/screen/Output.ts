import { Console } from "effect"
import { Flag } from "effect/cli"

/** The flag of every command that prints something. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON instead of a text for people"),
  Flag.withDefault(false)
)

/** What says how a command prints. */
export interface Printed {
  readonly json: boolean
}

/** Prints a result: as JSON for programs, or as a text for people. */
export const print = (json: boolean, result: unknown, text: () => string) =>
  Console.log(json ? JSON.stringify(result) : text())
