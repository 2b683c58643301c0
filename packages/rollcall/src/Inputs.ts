import { InvalidInput, type Issue, IssueCode } from "@rollcall/core"
import { issue, schemaProblems } from "@rollcall/core/storage"
import { Effect, Result, Schema } from "effect"

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

const signal = Schema.optional(Schema.instanceOf(AbortSignal))

/** Decodes {@link CallOptions}. */
export const CallOptionsSchema = Schema.Struct({ signal })

/** Decodes {@link PageOptions}. */
export const PageOptionsSchema = Schema.Struct({
  limit: Schema.optional(Schema.Natural),
  offset: Schema.optional(Schema.Natural),
  signal
})

/** Decodes what a host gives. Fails with every issue, also of members that are not known. */
export const decode = <A>(taken: Argument<A>, given: unknown): Effect.Effect<A, InvalidInput> => {
  const [at, schema] = isNamed(taken) ? [[taken[0]], taken[1]] : [[], taken]
  return Effect.fromResult(
    Result.mapError(
      Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error", reportInput: true })(given),
      ({ issue }) => new InvalidInput({ issues: schemaProblems(issue, at).map(toIssue) })
    )
  )
}

const isNamed = <A>(taken: Argument<A>): taken is readonly [name: string, schema: Schema.ConstraintDecoder<A>] =>
  Array.isArray(taken)

const toIssue = ({ message, path, type }: ReturnType<typeof schemaProblems>[number]): Issue =>
  issue(
    isCode(type) ? type : (codesOfTypes.get(type) ?? "value_error"),
    path.map((key) => (typeof key === "number" ? key : String(key))),
    message
  )

const isCode = Schema.is(IssueCode)

const codesOfTypes: ReadonlyMap<string, IssueCode> = new Map([
  ["int_type", "int_parsing"],
  ["bool_type", "bool_parsing"]
])
