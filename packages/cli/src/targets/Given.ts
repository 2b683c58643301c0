import { type Option, Record } from "effect"

/** Returns the values of the given options, by name. */
export function given<const Options extends { readonly [name: string]: Option.Option<unknown> }>(
  options: Options
): { readonly [Name in keyof Options]?: Option.Option.Value<Options[Name]> }
export function given(options: { readonly [name: string]: Option.Option<unknown> }) {
  return Record.getSomes(options)
}
