import { InvalidInput, type Issue } from "@rollcall/core"
import { inspectInput, issue, type IssuePath, schemaIssues } from "@rollcall/core/operations"
import { Effect, Predicate, Record, Result, Schema, SchemaAST } from "effect"
import { sliceSize } from "./SlicedList.ts"

/** Decodes an argument: a schema, or a name for issues and a schema. */
export type Argument<A> = Schema.ConstraintDecoder<A> | readonly [name: string, schema: Schema.ConstraintDecoder<A>]

/** The accepted values of an argument. */
export type Given<Argument> = Argument extends readonly [string, infer Schema]
  ? Given<Schema>
  : Argument extends { readonly Encoded: infer Encoded }
    ? Encoded
    : never

/** The last argument of every call. */
export interface CallOptions {
  /** Ends the call early. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The last argument of a listing. */
export interface PageOptions extends CallOptions {
  /** The most items to return. Default: 50. */
  readonly limit?: number | undefined
  /** How many items to skip. Default: 0. */
  readonly offset?: number | undefined
}

/** The last argument of a listing with cursors. */
export interface CursorOptions extends PageOptions {
  /** The `next` of an earlier page of the same listing in the same order. Not together with `offset`. */
  readonly after?: string | undefined
}

/** A page of a listing. */
export interface Page<Item> {
  /** The items of this page, in the order of the listing. */
  readonly items: ReadonlyArray<Item>
  /** How many items all pages have together. */
  readonly total: number
}

/** A page of a listing with cursors. */
export interface CursorPage<Item> extends Page<Item> {
  /** The `after` of the next page; null on the last page. */
  readonly next: string | null
}

const signal = Schema.optional(Schema.instanceOf(AbortSignal))

/** Decodes {@link CallOptions}. */
export const CallOptionsSchema = Schema.Struct({ signal })

/** Decodes {@link PageOptions}. */
export const PageOptionsSchema = Schema.Struct({
  limit: Schema.optional(Schema.Natural),
  offset: Schema.optional(Schema.Natural),
  signal
})

/** Decodes {@link CursorOptions}. */
export const CursorOptionsSchema = Schema.Struct({
  ...PageOptionsSchema.fields,
  after: Schema.optional(Schema.String)
})

/**
 * Decodes an argument. Fails with every issue, including unknown members, and strings and nesting that
 * no store can keep. While a long list is decoded, other work of the process runs.
 */
export const decode = Effect.fnUntraced(function* <A>(taken: Argument<A>, given: unknown) {
  const [at, schema] = isNamed(taken) ? [[taken[0]], taken[1]] : [[], taken]
  const { bounded, issues } = yield* inspectSliced(withoutReadApart(schema, given), at)
  if (!bounded) return yield* new InvalidInput({ issues })
  const decoded = yield* Effect.result(
    Schema.decodeUnknownEffect(schema)(given, { errors: "all", onExcessProperty: "error", reportInput: true })
  )
  if (Result.isSuccess(decoded) && issues.length === 0) return decoded.success
  const found = Result.isFailure(decoded) ? schemaIssues(decoded.failure.issue, at) : []
  return yield* new InvalidInput({ issues: [...issues, ...found] })
})

const ordinals = ["first", "second", "third", "fourth"]

/**
 * Says of issues that are about a whole argument which one it is, and what it looks like: without a path nothing else
 * does.
 */
export const inArgument =
  (taken: Argument<unknown>, at: number) =>
  (error: InvalidInput): InvalidInput => {
    if (isNamed(taken)) return error
    const issues = error.issues.map((found) =>
      found.path.length > 0 || found.code !== "dict_type"
        ? found
        : issue(found.code, [], `the ${ordinals[at] ?? "last"} argument ${found.message}${formOf(taken)}`)
    )
    return new InvalidInput({ issues })
  }

/** A short form of an object for a schema: the required members, or else the first optional members. */
const formOf = (schema: Schema.Constraint): string => {
  const ast = SchemaAST.toEncoded(schema.ast)
  if (!SchemaAST.isObjects(ast)) return ""
  const members = ast.propertySignatures.filter(({ type }) => !SchemaAST.isNever(type))
  const required = members.filter(({ type }) => !SchemaAST.isOptional(type))
  const names = (required.length > 0 ? required : members).slice(0, 3).map(({ name }) => String(name))
  return names.length === 0 ? "" : ` such as { ${names.join(", ")} }`
}

/** Annotates an argument with the name of a member whose schema reads any value, and so inspects it too. */
export const readApart = "rollcall/readApart"

const withoutReadApart = (schema: Schema.Constraint, given: unknown): unknown => {
  const name = Schema.resolveAnnotations(schema)?.[readApart]
  return typeof name === "string" && Predicate.isObject(given) ? { ...given, [name]: null } : given
}

/** Inspects an argument, of its lists one item after the other: each may be as large as the input of one contact. */
const inspectSliced = Effect.fnUntraced(function* (given: unknown, at: IssuePath) {
  const found: Array<Issue> = []
  let isBounded = true
  let seen = 0
  for (const { at: path, value } of partsOf(given, at)) {
    if (++seen % sliceSize === 0) yield* Effect.yieldNow
    const { bounded, issues } = inspectInput({ value })
    isBounded &&= bounded
    for (const { code, message, path: inner } of issues) found.push(issue(code, [...path, ...inner.slice(1)], message))
  }
  return { issues: found, bounded: isBounded }
})

/** A part of an argument, and its path. */
interface Part {
  readonly at: IssuePath
  readonly value: unknown
}

/** The items of an argument that is a list, or the items of its lists, and its other members. */
const partsOf = function* (given: unknown, at: IssuePath): Generator<Part> {
  if (Array.isArray(given)) {
    for (const [index, value] of given.entries()) yield { at: [...at, index], value }
  } else if (Predicate.isObject(given)) {
    for (const [name, member] of Object.entries(given)) {
      if (Array.isArray(member)) yield* partsOf(member, [...at, name])
      else yield { at: [...at, name], value: member }
    }
    yield { at, value: Record.map({ ...given }, () => null) }
  } else yield { at, value: given }
}

const isNamed = <A>(taken: Argument<A>): taken is readonly [name: string, schema: Schema.ConstraintDecoder<A>] =>
  Array.isArray(taken)
