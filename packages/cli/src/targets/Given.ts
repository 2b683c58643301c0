import { type Option, Record } from "effect"

/** The values of those options that are given, by their names. */
export function given<const Options extends { readonly [name: string]: Option.Option<unknown> }>(
  options: Options
): { readonly [Name in keyof Options]?: Option.Option.Value<Options[Name]> }
export function given(options: { readonly [name: string]: Option.Option<unknown> }) {
  return Record.getSomes(options)
}
