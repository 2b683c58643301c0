import type { WireIssue } from "@rollcall/api"
import { Predicate, type Schema, SchemaAST, String as Text } from "effect"
import { inBody } from "./Issues.ts"
import { placeOf } from "@rollcall/core/shared"

/** The names that a schema defines, each under both of its spellings, at every depth. */
export type Names =
  | { readonly _tag: "Object"; readonly fields: ReadonlyMap<string, { readonly name: string; readonly names?: Names }> }
  | { readonly _tag: "List"; readonly items: Names }

/** The names of a schema's encoded form, or none where it defines none: such values are data. */
export const namesOf = (schema: Schema.Constraint): Names | undefined => namesOfAst(SchemaAST.toEncoded(schema.ast))

const namesOfAst = (ast: SchemaAST.AST): Names | undefined => {
  switch (ast._tag) {
    case "Objects": {
      const fields = ast.propertySignatures.flatMap((property) => {
        if (typeof property.name !== "string") return []
        const names = namesOfAst(property.type)
        const field = { name: property.name, ...(names && { names }) }
        return [[property.name, field] as const, [Text.snakeToCamel(property.name), field] as const]
      })
      return fields.length === 0 ? undefined : { _tag: "Object", fields: new Map(fields) }
    }
    case "Arrays": {
      const items = ast.rest[0] && namesOfAst(ast.rest[0])
      return items && { _tag: "List", items }
    }
    case "Union":
      return ast.types.map(namesOfAst).find((names) => names !== undefined)
    default:
      return undefined
  }
}

/**
 * The value with every defined name in snake_case (W2). Names that are not defined, such as the keys inside
 * `custom_fields`, are left alone. A field that is given in both spellings is an issue. `at` is where the value lies. A
 * value whose names are all so is returned as it is.
 */
export const toSnakeCase = (
  names: Names | undefined,
  value: unknown,
  at: ReadonlyArray<PropertyKey> = []
): { readonly value: unknown; readonly issues: ReadonlyArray<WireIssue> } => {
  if (isInSnakeCase(names, value)) return { value, issues: [] }
  const issues: Array<WireIssue> = []
  const rename = (names: Names | undefined, value: unknown, path: ReadonlyArray<PropertyKey>): unknown => {
    if (names?._tag === "List" && Array.isArray(value)) {
      return value.map((item, index) => rename(names.items, item, [...path, index]))
    }
    if (names?._tag !== "Object" || !Predicate.isObject(value)) return value
    const renamed = new Map<string, unknown>()
    for (const [key, member] of Object.entries(value)) {
      const field = names.fields.get(key)
      const name = field?.name ?? key
      const place = [...path, name]
      if (renamed.has(name)) issues.push(inBody("value_error", placeOf(place), "is given in both spellings"))
      renamed.set(name, rename(field?.names, member, place))
    }
    return Object.fromEntries(renamed)
  }
  return { value: rename(names, value, at), issues }
}

/** Whether every defined name is in snake_case, as in most bodies. */
const isInSnakeCase = (names: Names | undefined, value: unknown): boolean => {
  if (names?._tag === "List" && Array.isArray(value)) return value.every((item) => isInSnakeCase(names.items, item))
  if (names?._tag !== "Object" || !Predicate.isObject(value)) return true
  return Object.entries(value).every(([key, member]) => {
    const field = names.fields.get(key)
    return field === undefined || (field.name === key && isInSnakeCase(field.names, member))
  })
}
