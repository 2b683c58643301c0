import { Function, Schema } from "effect"

/** Annotates a member or a parameter with a sentence about it, which the documents of the API show. */
export function described<S extends Schema.Top>(
  schema: S,
  description: string,
  annotations?: { readonly default?: Schema.Json }
): S
export function described(schema: Schema.Top, description: string, annotations = {}): Schema.Top {
  const all = { description, ...annotations }
  // The document shows the encoded side.
  return schema.ast.encoding === undefined ? schema.annotateKey(all) : Schema.flip(Schema.flip(schema).annotateKey(all))
}

/** Returns what a member without an encoding is described with. */
export const sentenceOn = (schema: Schema.Constraint): string | undefined =>
  Schema.resolveAnnotationsKey(schema)?.description

/** Shows keywords of JSON Schema that no schema checks: services do, and say what is wrong. */
export const shown = (keywords: { readonly [keyword: string]: Schema.Json }) =>
  Schema.makeFilter<unknown>(Function.constUndefined, { toJsonSchema: () => keywords })

/** A string with a length, in characters, that services check. */
export const textOf = (length: { readonly min?: number; readonly max?: number }) =>
  Schema.String.check(
    shown({
      ...(length.min !== undefined && { minLength: length.min }),
      ...(length.max !== undefined && { maxLength: length.max })
    })
  )

/** How many of something there are. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
