import type { SnakeCase } from "@rollcall/core/shared"
import { String } from "effect"

/** Returns the names of the library by those on the wire: `phoneNumber` by `phone_number`. */
export function byWireName<const Name extends string>(
  names: ReadonlyArray<Name>
): { readonly [N in Name as SnakeCase<N>]: N }
export function byWireName(names: ReadonlyArray<string>): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [String.camelToSnake(name), name]))
}
