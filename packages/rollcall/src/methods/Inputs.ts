import { InvalidInput, type Issue } from "@rollcall/core"
import { inspectInput, issue, type IssuePath, schemaIssues } from "@rollcall/core/operations"
import { Effect, Predicate, Record, Result, Schema, SchemaAST } from "effect"
import { sliceSize } from "./SlicedList.ts"

/** What decodes one argument: a schema, or the name that issues give the argument and its schema. */
export type Argument<A> = Schema.ConstraintDecoder<A> | readonly [name: string, schema: Schema.ConstraintDecoder<A>]

/** What a host may give for an argument. */
export type Given<Argument> = Argument extends readonly [string, infer Schema]
  ? Given<Schema>
  : Argument extends { readonly Encoded: infer Encoded }
    ? Encoded
    : never

/** What every call takes as its last argument. */
export interface CallOptions {
  /** Ends the call early. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** What a listing takes as its last argument. */
export interface PageOptions extends CallOptions {
  /** At most so many items; 50 if absent. */
  readonly limit?: number | undefined
  /** How many items are left out at the beginning; none if absent. */
  readonly offset?: number | undefined
}

/** What a listing takes that is also read from page to page. */
export interface CursorOptions extends PageOptions {
  /** The `next` of another page of the same listing in the same order: the page begins after it. Not with an offset. */
  readonly after?: string | undefined
}

/** A part of a listing. */
export interface Page<Item> {
  /** The items of this page, in the order of the listing. */
  readonly items: ReadonlyArray<Item>
  /** How many items the listing has, on all pages together. */
  readonly total: number
}

/** A part of a listing that is also read from page to page. */
export interface CursorPage<Item> extends Page<Item> {
  /** What asks for the page behind this one, as `after`; null if this is the last one. */
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
 * Decodes what a host gives. Fails with every issue, also of members that are not known, and of text and nesting that
 * no store can keep. Other work of the process runs while a long list is decoded.
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

/** An object that a schema takes, in short: the required members, or else the first optional ones. */
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

/** A part of an argument, and where it is. */
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
