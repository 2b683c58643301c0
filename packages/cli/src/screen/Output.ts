import { Console } from "effect"

/** What says how a command prints. */
export interface Printed {
  readonly json: boolean
}

/** Prints a result: as JSON for programs, or as a text for people. */
export const print = (json: boolean, result: unknown, text: () => string) =>
  Console.log(json ? JSON.stringify(result) : text())
