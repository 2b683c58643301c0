import { ignoredFieldsHeader, type WireIssue } from "@rollcall/api"
import { defaultBounds, nearest, placeOf } from "@rollcall/core/operations"
import { Effect, Option, Predicate, type Schema, SchemaAST, String as Text } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { inBody } from "../Issues.ts"

/**
 * The names that a schema defines at every depth, by their snake_case and camelCase spellings. Recursive objects refer to
 * themselves.
 */
type Names =
  | { readonly _tag: "Object"; readonly fields: ReadonlyMap<string, NamedField> }
  | { readonly _tag: "List"; readonly items: Names }

interface NamedField {
  readonly name: string
  readonly names?: Names
}

/** Returns the names of a schema's encoded form; undefined if the schema defines no names, because such values are data. */
export const namesOf = (schema: Schema.Constraint): Names | undefined => {
  const known = new Map<SchemaAST.AST, Names>()

  const namesIn = (ast: SchemaAST.AST): Names | undefined => {
    switch (ast._tag) {
      case "Objects":
        return known.get(ast) ?? namesInObjects(ast, [ast])
      case "Arrays": {
        const items = ast.rest[0] && namesIn(ast.rest[0])
        return items && { _tag: "List", items }
      }
      case "Union": {
        const objects = ast.types.filter(SchemaAST.isObjects)
        if (objects.length > 1) return known.get(ast) ?? namesInObjects(ast, objects)
        return ast.types.map(namesIn).find((names) => names !== undefined)
      }
      case "Suspend":
        return namesIn(ast.thunk())
      default:
        return undefined
    }
  }

  /** Merges the names of all objects of a union. */
  const namesInObjects = (ast: SchemaAST.AST, objects: ReadonlyArray<SchemaAST.Objects>): Names | undefined => {
    const fields = new Map<string, NamedField>()
    const names: Names = { _tag: "Object", fields }
    known.set(ast, names)
    for (const { name, type } of objects.flatMap(({ propertySignatures }) => propertySignatures)) {
      if (typeof name !== "string") continue
      const inner = namesIn(type) ?? fields.get(name)?.names
      const field = { name, ...(inner && { names: inner }) }
      fields.set(name, field).set(Text.snakeToCamel(name), field)
    }
    if (fields.size > 0) return names
    // Values without defined names are data in every place, not only in the first.
    known.delete(ast)
    return undefined
  }

  return namesIn(SchemaAST.toEncoded(schema.ast))
}

/** The deepest level to search for names. A deeper body is refused. */
const maxDepth = defaultBounds.maxDepth

/**
 * Returns the value with every defined name in snake_case, or the same value if all are. Undefined names, such as the keys
 * inside `custom_fields`, don't change. A member in both spellings is an issue. `at` is the path of the value.
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
    if (names?._tag !== "Object" || !Predicate.isObject(value) || path.length > maxDepth) return value
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
const isInSnakeCase = (names: Names | undefined, value: unknown, depth = 0): boolean => {
  if (names?._tag === "List" && Array.isArray(value)) {
    return value.every((item) => isInSnakeCase(names.items, item, depth + 1))
  }
  if (names?._tag !== "Object" || !Predicate.isObject(value) || depth > maxDepth) return true
  return Object.entries(value).every(([key, member]) => {
    const field = names.fields.get(key)
    return field === undefined || (field.name === key && isInSnakeCase(field.names, member, depth + 1))
  })
}

/** The most ignored names to find, and the most refused names to find. */
const maxUnknown = 20

/** The longest name that an issue repeats, in characters. */
const maxNameLength = 64

/** A name that a schema does not define. */
export interface UnknownName {
  /** The path of the object that has the name. */
  readonly path: ReadonlyArray<string | number>
  /** The name; null if it is longer than 64 characters or not valid Unicode. */
  readonly name: string | null
  /** The names that the schema defines in this object. */
  readonly known: ReadonlyArray<string>
}

interface UnknownMember extends UnknownName {
  /** Whether the member is refused; if not, it is ignored. */
  readonly isRefused: boolean
}

/**
 * Makes a function that finds the members that a schema doesn't define, at every depth, at most 20 refused and 20 ignored.
 * Values under a name that the schema leaves open, such as `custom_fields`, are data. With `bothCases`, camelCase names are
 * defined too.
 */
export const unknownMembers = ({
  bothCases,
  isRefused,
  schema
}: {
  /** Undefined if every name is unknown. */
  readonly schema: Schema.Constraint | undefined
  readonly bothCases: boolean
  readonly isRefused: (unknown: UnknownName) => boolean
}) => {
  const names = schema === undefined ? { _tag: "Object" as const, fields: new Map() } : namesOf(schema)
  return (value: unknown): ReadonlyArray<UnknownMember> => {
    const found: Array<UnknownMember> = []
    const room = { ignored: maxUnknown, refused: maxUnknown }
    const visit = (names: Names | undefined, value: unknown, path: ReadonlyArray<string | number>): void => {
      if (names?._tag === "List" && Array.isArray(value)) {
        for (const [index, item] of value.entries()) visit(names.items, item, [...path, index])
      }
      if (names?._tag !== "Object" || !Predicate.isReadonlyObject(value) || path.length > maxDepth) return
      for (const [name, member] of Object.entries(value)) {
        if (room.ignored + room.refused === 0) return
        const field = names.fields.get(name)
        if (field !== undefined && (bothCases || field.name === name)) {
          visit(field.names, member, [...path, field.name])
        } else {
          const isNamed = name.length <= maxNameLength && name.isWellFormed()
          const known = Array.from(new Set(Array.from(names.fields.values(), ({ name }) => name)))
          const unknown: UnknownName = { path, name: isNamed ? name : null, known }
          const kind = isRefused(unknown) ? "refused" : "ignored"
          if (room[kind] === 0) continue
          room[kind]--
          found.push({ ...unknown, isRefused: kind === "refused" })
        }
      }
    }
    visit(names, value, [])
    return found
  }
}

/**
 * Returns the issue of a refused member, with the known names and the name that was probably meant. Empty for an ignored
 * member.
 */
export const unknownIssues = (member: UnknownMember, place: WireIssue["in"]): ReadonlyArray<WireIssue> =>
  member.isRefused ? [unknownIssue(member, place)] : []

const unknownIssue = ({ known, name, path }: UnknownMember, place: WireIssue["in"]): WireIssue => {
  const near = name === null ? Option.none() : nearest(name, known)
  const hint = Option.match(near, { onNone: () => "", onSome: (near) => `; is ${near} meant?` })
  return {
    type: "extra_forbidden",
    in: place,
    field: placeOf(name === null ? path : [...path, name]),
    msg: `${name === null ? "has a name that" : "is a name that"} is not one of ${known.join(", ")}${hint}`
  }
}

/** Returns the paths of members, encoded for a header. */
export const ignoredPlaces = (members: ReadonlyArray<UnknownMember>): ReadonlyArray<string> =>
  members
    .flatMap(({ name, path }) => (name === null ? [] : [placeOf([...path, encodeURIComponent(name)])]))
    .slice(0, maxUnknown)

/** Lists unknown fields in a header of the response to the current request, even if the response is an error. */
export const nameIgnored = (fields: ReadonlyArray<string>) =>
  fields.length === 0 ? Effect.void : addHeader(ignoredFieldsHeader, fields.join(", "))

/** Adds a header to the response to the current request. */
export const addHeader = (name: string, value: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, name, value))
  )
