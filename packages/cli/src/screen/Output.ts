import { Console } from "effect"

export interface Printed {
  readonly json: boolean
}

/** Prints a result as JSON, or as text for people. */
export const print = (json: boolean, result: unknown, text: () => string) =>
  Console.log(json ? JSON.stringify(result) : text())
