import { Predicate } from "effect"
import { withIgnoredFields } from "../requests/IgnoredFields.ts"

/**
 * Corrects the generated OpenAPI document to match what the server does. The generator says that objects can't have other
 * members, although unknown fields are ignored. It lists members that an object can't have. It keeps parts of a schema in
 * `allOf`, such as its description. It describes the schema of a parameter or header instead of the parameter. For an
 * event stream, it has the text of the data.
 */
export const asServed = (document: Record<string, unknown>): Record<string, unknown> =>
  withoutUnused(
    Object.fromEntries(
      Object.entries(document).map(([key, value]) => [key, revise(key === "paths" ? withIgnoredFields(value) : value)])
    )
  )

/** The response with an event stream. Generated clients read the data of its messages. */
const streamed = {
  description: "Server-sent events: past events, then new events.",
  content: {
    "text/event-stream": {
      schema: {
        description: "The data of a message: a broadcast in messages of the type `broadcast`, an event in all others.",
        anyOf: [{ $ref: "#/components/schemas/Event" }, { $ref: "#/components/schemas/Broadcast" }]
      }
    }
  }
}

const isStreamed = ({ content }: JsonObject): boolean =>
  Predicate.isReadonlyObject(content) && Predicate.hasProperty(content, "text/event-stream")

/** Removes the unreferenced schemas from a document. */
const withoutUnused = (document: JsonObject): Record<string, unknown> => {
  const { components, paths } = document
  if (!Predicate.isReadonlyObject(components) || !Predicate.isReadonlyObject(components["schemas"]))
    return { ...document }
  const schemas = components["schemas"]
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ""] of (JSON.stringify(value) ?? "").matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(paths)
  const left = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...document, components: { ...components, schemas: Object.fromEntries(left) } }
}

interface JsonObject {
  readonly [key: PropertyKey]: unknown
}

const revise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revise)
  if (!Predicate.isReadonlyObject(value)) return value
  if (isStreamed(value)) return streamed
  return withDescription(
    Object.fromEntries(
      Object.entries(flattened(value)).flatMap(([key, member]) =>
        key === "additionalProperties" && member === false
          ? []
          : [[key, revise(key === "properties" ? possible(member) : member)]]
      )
    )
  )
}

/** Returns the members that an object can have. */
const possible = (properties: unknown): unknown =>
  Predicate.isReadonlyObject(properties)
    ? Object.fromEntries(Object.entries(properties).filter(([, member]) => !isNever(member)))
    : properties

const isNever = (schema: unknown): boolean =>
  Predicate.hasProperty(schema, "not") && Predicate.isReadonlyObject(schema.not) && Object.keys(schema.not).length === 0

/** Merges the `allOf` of a schema into the schema, including its type: a query string may be an integer. */
const flattened = (schema: JsonObject): JsonObject => {
  const { allOf: parts, ...rest } = schema
  if (!Array.isArray(parts) || !parts.every(Predicate.isReadonlyObject)) return schema
  return parts.reduce<JsonObject>((whole, part) => ({ ...whole, ...part }), rest)
}

/** Moves the description of a schema to its parameter or header. */
const withDescription = (value: JsonObject): JsonObject => {
  const { required, schema } = value
  if (required === undefined || !Predicate.isReadonlyObject(schema)) return value
  const { description, ...rest } = schema
  return { ...value, ...(description !== undefined && { description }), schema: rest }
}
