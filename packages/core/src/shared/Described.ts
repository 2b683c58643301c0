import { Function, Schema } from "effect"

/** Adds a description to a member or a parameter, for the API documents. */
export function described<S extends Schema.Top>(
  schema: S,
  description: string,
  annotations?: { readonly default?: Schema.Json }
): S
export function described(schema: Schema.Top, description: string, annotations = {}): Schema.Top {
  const all = { description, ...annotations }
  // API documents show the encoded side.
  return schema.ast.encoding === undefined ? schema.annotateKey(all) : Schema.flip(Schema.flip(schema).annotateKey(all))
}

/** Returns the description of a member without an encoding. */
export const sentenceOn = (schema: Schema.Constraint): string | undefined =>
  Schema.resolveAnnotationsKey(schema)?.description

/** Adds JSON Schema keywords for the API documents. Services check the values and report the issues. */
export const shown = (keywords: { readonly [keyword: string]: Schema.Json }) =>
  Schema.makeFilter<unknown>(Function.constUndefined, { toJsonSchema: () => keywords })

/** Returns a string schema with a length in characters, which services check. */
export const textOf = (length: { readonly min?: number; readonly max?: number }) =>
  Schema.String.check(
    shown({
      ...(length.min !== undefined && { minLength: length.min }),
      ...(length.max !== undefined && { maxLength: length.max })
    })
  )

/** A count: an integer of at least 0. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
