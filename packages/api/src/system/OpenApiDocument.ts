import { Predicate } from "effect"

/**
 * The OpenAPI document as the server behaves. The generator says that objects take no further members, and that a
 * number in a URL is text: here unknown fields are ignored (W3), and such a parameter is an integer.
 */
export const asServed = (document: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).map(([key, value]) => [key, revise(value)]))

const revise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revise)
  if (!Predicate.isReadonlyObject(value)) return value
  const narrowed = narrowing(value)
  if (narrowed !== undefined) return narrowed
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key === "additionalProperties" && member === false ? [] : [[key, revise(member)]]
    )
  )
}

/** What a text parameter is narrowed to by a check that has a type of its own. */
const narrowing = (schema: { readonly [key: PropertyKey]: unknown }): unknown => {
  if (schema["type"] !== "string" || !Array.isArray(schema["allOf"])) return undefined
  const parts: ReadonlyArray<unknown> = schema["allOf"]
  return parts.find((part) => Predicate.hasProperty(part, "type") && part.type === "integer")
}
