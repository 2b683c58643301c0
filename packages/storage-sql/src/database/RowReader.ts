import { DateTime, Option, Predicate, Schema, SchemaAST } from "effect"
import { SchemaCompiler, SchemaJITCompiler } from "effect/schema"

/*
 * A fast path for rows that match their schema. Readers are built once per schema and decode without an effect and an exit
 * for each column. If a reader rejects a row, the schema decodes it and reports why. Contact rows take half the time this
 * way. A property test compares readers and schemas.
 */

/** Returns the decoded value, or `invalid` if the schema rejects it. */
export type Reader = (given: unknown) => unknown

export const { invalid } = SchemaCompiler

/** Hand-written readers, by the schema they replace. */
const known = new WeakMap<SchemaAST.AST, Reader>()

/** Sets the reader of a schema. The reader must reject exactly the values the schema rejects. */
export const setReader = (schema: Schema.Constraint, read: Reader): void => {
  known.set(schema.ast, read)
}

const epoch = DateTime.makeUnsafe(0)

/** The last timestamp of a `Date`, in milliseconds. */
const lastInstant = 8.64e15

setReader(Schema.DateTimeUtcFromMillis, (given) =>
  typeof given === "number" && Number.isInteger(given) && Math.abs(given) <= lastInstant
    ? DateTime.mapEpochMillis(epoch, () => given)
    : invalid
)

/** Returns the reader of a schema. */
export const readerOf = (ast: SchemaAST.AST): Reader => known.get(ast) ?? readerInSteps(ast) ?? readerBySchema(ast)

/** Returns a reader that decodes with the schema itself. */
const readerBySchema = (ast: SchemaAST.AST): Reader => {
  const decode = Schema.decodeUnknownOption(compiled(ast))
  return (given) => Option.getOrElse(decode(given), () => invalid)
}

const compiled = (ast: SchemaAST.AST) => {
  SchemaJITCompiler.enable(ast)
  return Schema.make<Schema.Codec<unknown>>(ast)
}

/** The schema of a JSON string. */
const jsonText = Schema.fromJsonString(Schema.Unknown).ast.encoding?.[0].to

const parseJson: Reader = (given) => {
  if (typeof given !== "string") return invalid
  try {
    return JSON.parse(given)
  } catch {
    return invalid
  }
}

/** Returns a reader that first decodes the encoding of a value, step by step. */
const readerInSteps = (ast: SchemaAST.AST): Reader | undefined => {
  const { encoding = [] } = ast
  const steps: Array<Reader> = []
  for (const { to, transformation } of encoding.toReversed()) {
    if (transformation._tag === "Middleware") return undefined
    const { decode } = transformation
    if (to === jsonText && decode._tag === "TransformEffect") steps.push(parseJson)
    else if (decode._tag === "Transform") steps.push(readerOf(to), decode.transform)
    else if (decode._tag === "Passthrough") steps.push(readerOf(to))
    else return undefined
  }
  const own = ownReader(ast)
  if (own === undefined || steps.length === 0) return own
  return (given) => {
    let value = given
    for (const step of steps) {
      value = step(value)
      if (value === invalid) return invalid
    }
    return own(value)
  }
}

/** Returns a reader for a value that is decoded except for its members. */
const ownReader = (ast: SchemaAST.AST): Reader | undefined => {
  if ("encodingChecks" in ast && ast.encodingChecks !== undefined) return undefined
  if (typeTest(ast) !== undefined || isCopied(ast)) return accepted(ast)
  if (ast.checks !== undefined) return undefined
  if (SchemaAST.isUnion(ast)) return ast.options?.mode === "oneOf" ? undefined : firstOf(ast.types.map(readerOf))
  const members = membersOf(ast)
  return members.length > 0 ? structReader(members) : undefined
}

/** Whether a schema returns an equal copy of every value it accepts, without transforming or omitting anything. */
const isCopied = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isUnion(ast)) return ast.types.every(isUnencodedCopy)
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].every(isUnencodedCopy)
  return (
    SchemaAST.isObjects(ast) &&
    ast.propertySignatures.length === 0 &&
    ast.indexSignatures.length === 1 &&
    ast.indexSignatures.every(({ parameter, type }) => isPlainText(parameter) && isUnencodedCopy(type))
  )
}

const isUnencodedCopy = (ast: SchemaAST.AST): boolean =>
  ast.encoding === undefined && (typeTest(ast) !== undefined || isCopied(ast))

const isPlainText = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isString(ast) && ast.checks === undefined && ast.encoding === undefined

/** Returns a reader for values that a schema accepts unchanged. */
const accepted = (ast: SchemaAST.AST): Reader => {
  const isOf = typeTest(ast)
  const { checks = [] } = ast
  if (isOf !== undefined) return (given) => (isOf(given) && passes(given, checks, ast) ? given : invalid)
  const is = Schema.is(compiled(SchemaAST.toType(ast)))
  return (given) => (is(given) ? given : invalid)
}

/** Returns a test for the type of a schema, ignoring its checks; undefined if the schema has no single type. */
const typeTest = (ast: SchemaAST.AST): ((given: unknown) => boolean) | undefined => {
  switch (ast._tag) {
    case "String":
      return Predicate.isString
    case "Number":
      return Predicate.isNumber
    case "Boolean":
      return Predicate.isBoolean
    case "Null":
      return Predicate.isNull
    case "Literal":
      return (given) => given === ast.literal
    default:
      return undefined
  }
}

const passes = (given: unknown, checks: ReadonlyArray<SchemaAST.Check<unknown>>, ast: SchemaAST.AST): boolean => {
  for (const check of checks) {
    const isPassed =
      check._tag === "Filter" ? check.run(given, ast, {}) === undefined : passes(given, check.checks, ast)
    if (!isPassed) return false
  }
  return true
}

const firstOf =
  (readers: ReadonlyArray<Reader>): Reader =>
  (given) => {
    for (const read of readers) {
      const value = read(given)
      if (value !== invalid) return value
    }
    return invalid
  }

/** A struct member and the name of its column. */
interface Member {
  readonly name: PropertyKey
  readonly givenAs: PropertyKey
  readonly isOptional: boolean
  readonly read: Reader
}

/** Returns the members of a struct. Empty for other schemas, and for a struct with defaults for absent members. */
export const membersOf = (ast: SchemaAST.AST): ReadonlyArray<Member> => {
  if (!SchemaAST.isObjects(ast) || ast.indexSignatures.length > 0 || ast.encodingChecks !== undefined) return []
  const members = ast.propertySignatures.map(({ name, type }) => {
    const [isOptional, isGivenOptionally] = [isKeyOptional(type), isKeyOptional(SchemaAST.toEncoded(type))]
    return isOptional === isGivenOptionally ? { name, givenAs: name, isOptional, read: readerOf(type) } : undefined
  })
  const read = members.filter(Predicate.isNotUndefined)
  return read.length === members.length ? read : []
}

const isKeyOptional = ({ context }: SchemaAST.AST): boolean => context?.isOptional ?? false

/** Returns a reader for the members of an object. */
export const structReader =
  (members: ReadonlyArray<Member>): Reader =>
  (given) => {
    if (!Predicate.isObject(given)) return invalid
    const struct: Record<PropertyKey, unknown> = {}
    for (const { givenAs, isOptional, name, read } of members) {
      const member = given[givenAs]
      if (member === undefined && !(givenAs in given)) {
        if (isOptional) continue
        return invalid
      }
      const value = read(member)
      if (value === invalid) return invalid
      struct[name] = value
    }
    return struct
  }
