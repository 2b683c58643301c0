import { ignoredFieldsHeader, type WireIssue } from "@rollcall/api"
import { editDistance, placeOf } from "@rollcall/core/shared"
import { Effect, Predicate, type Schema, SchemaAST, String as Text } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { inBody } from "../Issues.ts"

/** The names that a schema defines, each under both of its spellings, at every depth. */
type Names =
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

/** An answer names at most so many fields. */
const maxNamed = 20

/** At most so many unknown names of a body are compared with the known ones, for that takes time. */
const maxCompared = 200

/** A longer name is no slip of a known one. */
const maxNameLength = 64

type ObjectNames = Extract<Names, { readonly _tag: "Object" }>

/**
 * Makes what finds the fields of a body that are ignored and were probably not meant to be (W3): those whose name
 * resembles a known one of the same object, and at the top those that only the `answer` has. What stands under a name
 * that the schema leaves open, such as `custom_fields`, is data. With `bothCases` a camelCase name is known too, and with
 * `everyAtTop` every unknown name at the top is found.
 */
export const ignoredFields = (options: {
  readonly body: Schema.Constraint
  readonly answer?: Schema.Constraint | undefined
  readonly bothCases: boolean
  readonly everyAtTop?: boolean
}) => {
  const names = namesOf(options.body)
  const answer = options.answer && namesOf(options.answer)
  const isOfAnswer = (name: string) => answer?._tag === "Object" && answer.fields.has(name)

  return (body: unknown): ReadonlyArray<string> => {
    const found: Array<string> = []
    let compared = 0
    const visit = (names: Names | undefined, value: unknown, path: ReadonlyArray<string | number>): void => {
      if (names?._tag === "List" && Array.isArray(value)) {
        for (const [index, item] of value.entries()) visit(names.items, item, [...path, index])
      }
      if (names?._tag !== "Object" || !Predicate.isReadonlyObject(value)) return
      for (const [name, member] of Object.entries(value)) {
        if (found.length >= maxNamed) return
        const field = names.fields.get(name)
        if (field !== undefined && (options.bothCases || field.name === name)) {
          visit(field.names, member, [...path, field.name])
        } else if (name.length <= maxNameLength && name.isWellFormed() && compared++ < maxCompared) {
          const isNamed =
            (path.length === 0 && (options.everyAtTop === true || isOfAnswer(name))) || resembles(name, names)
          if (isNamed) found.push(placeOf([...path, encodeURIComponent(name)]))
        }
      }
    }
    visit(names, body, [])
    return found
  }
}

/** Whether a name is a known one in another spelling or but for a slip or two. */
const resembles = (name: string, { fields }: ObjectNames): boolean => {
  const given = letters(name)
  return Array.from(fields.values()).some((field) => {
    const known = letters(field.name)
    const slips = Math.min(2, Math.floor(known.length / 3))
    return Math.abs(given.length - known.length) <= slips && editDistance(given, known) <= slips
  })
}

/** The letters and digits of a name in lower case, without what separates its words. */
export const letters = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, "")

/** Names ignored fields in the answer to the current request, whatever it is. */
export const nameIgnored = (fields: ReadonlyArray<string>) =>
  fields.length === 0
    ? Effect.void
    : HttpEffect.appendPreResponseHandler((_request, response) =>
        Effect.succeed(HttpServerResponse.setHeader(response, ignoredFieldsHeader, fields.join(", ")))
      )
