import { String } from "effect"

/** A name in snake_case: `phone_number` for `phoneNumber`. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** Returns each name with its spelling in snake_case, as `Schema.encodeKeys` takes them. */
export function snakeKeys<const Name extends string>(names: ReadonlyArray<Name>): { readonly [N in Name]: SnakeCase<N> }
export function snakeKeys(names: ReadonlyArray<string>): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, String.camelToSnake(name)]))
}
