import { InvalidInput, type Issue } from "@rollcall/core"
import { inspectInput, issue, type IssuePath, schemaIssues } from "@rollcall/core/operations"
import { Effect, Predicate, Record, Result, Schema, SchemaAST } from "effect"
import { sliceSize } from "./SlicedList.ts"

/** The decoder of an argument: a schema, or a pair of name and schema. */
export type Argument<A> = Schema.ConstraintDecoder<A> | readonly [name: string, schema: Schema.ConstraintDecoder<A>]

/** The accepted values of an argument. */
export type Given<Argument> = Argument extends readonly [string, infer Schema]
  ? Given<Schema>
  : Argument extends { readonly Encoded: infer Encoded }
    ? Encoded
    : never

/** Options of every call, passed as the last argument. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Options of a listing, passed as the last argument. */
export interface PageOptions extends CallOptions {
  /** The most items per page. Default: 50. */
  readonly limit?: number | undefined
  /** The number of items to skip. Default: 0. */
  readonly offset?: number | undefined
}

/** Options of a listing with cursors, passed as the last argument. */
export interface CursorOptions extends PageOptions {
  /** The `next` of an earlier page of the same listing in the same order. Can't be combined with `offset`. */
  readonly after?: string | undefined
}

/** A page of a listing. */
export interface Page<Item> {
  /** The items in listing order. */
  readonly items: ReadonlyArray<Item>
  /** The number of items on all pages. */
  readonly total: number
}

/** A page of a listing with cursors. */
export interface CursorPage<Item> extends Page<Item> {
  /** The cursor to pass as `after` for the next page; null on the last page. */
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
 * Decodes an argument. Fails with every issue, including unknown members, and strings or nesting that no store accepts.
 * Yields to other work while decoding long lists.
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

/** Names the argument in issues without a path, and describes the expected object. */
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

/** Returns a short example of an object schema: its required members, or its first optional members. */
const formOf = (schema: Schema.Constraint): string => {
  const ast = SchemaAST.toEncoded(schema.ast)
  if (!SchemaAST.isObjects(ast)) return ""
  const members = ast.propertySignatures.filter(({ type }) => !SchemaAST.isNever(type))
  const required = members.filter(({ type }) => !SchemaAST.isOptional(type))
  const names = (required.length > 0 ? required : members).slice(0, 3).map(({ name }) => String(name))
  return names.length === 0 ? "" : ` such as { ${names.join(", ")} }`
}

/** Annotates an argument with a member that accepts any value and must be inspected separately. */
export const readApart = "rollcall/readApart"

const withoutReadApart = (schema: Schema.Constraint, given: unknown): unknown => {
  const name = Schema.resolveAnnotations(schema)?.[readApart]
  return typeof name === "string" && Predicate.isObject(given) ? { ...given, [name]: null } : given
}

/** Inspects an argument. Lists are inspected item by item, because each item may be as large as one contact. */
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

/** A part of an argument and its path. */
interface Part {
  readonly at: IssuePath
  readonly value: unknown
}

/** Yields the items of a list argument, or the items of its nested lists and its other members. */
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
