import { Effect, Predicate, Record, Result, Schema } from "effect"
import { ActorUuid, CurrentActor, WorkspaceUuid } from "./Ids.ts"
import { schemaIssues } from "./Input.ts"
import { InvalidInput, issue, type Issue } from "./Issue.ts"
import { withSpans } from "./Spans.ts"

type Work = Effect.Effect<unknown, unknown, unknown>

type Operation = Work | ((...given: never) => Work)

/** The inputs to check, for each operation that can fail with `InvalidInput`. */
type Refusing<Operations> = {
  readonly [
    Name in keyof Operations as Operations[Name] extends (...given: never) => Effect.Effect<infer _A, infer E, infer _R>
      ? InvalidInput extends E
        ? Name
        : never
      : never
  ]?: Members
}

/** The index of an object among the arguments after the caller, and the structs that define its members. */
type Members = readonly [at: number, ...structs: ReadonlyArray<{ readonly fields: Schema.Struct.Fields }>]

/** The inputs of a service whose operations take no object. */
export const noInputs = {}

/**
 * Adds checks and spans (see `withSpans`) to operations whose first argument is a caller, for hosts without a compiler.
 * An invalid caller is a defect; unknown members of an input fail with `InvalidInput`. The operations check values
 * themselves, and run with the caller's actor as `CurrentActor`.
 */
export const workspaceService = <Operations extends { readonly [Name in keyof Operations]: Operation }>(
  service: string,
  inputs: Refusing<Operations>,
  operations: Operations
): Operations => {
  const known = new Map<string, ReturnType<typeof memberIssues>>(
    Object.entries<Members | undefined>(inputs).flatMap(([name, members]) =>
      members === undefined ? [] : [[name, memberIssues(members)] as const]
    )
  )
  const members: ReadonlyArray<readonly [string, unknown]> = Object.entries(operations)
  for (const [name, operation] of members) {
    if (!Predicate.isFunction(operation)) continue
    const inputIssues = known.get(name)
    const value = (...given: ReadonlyArray<unknown>): unknown => {
      const [caller] = given
      if (!isCaller(caller)) return Effect.die(new InvalidInput({ issues: [callerIssue(caller)] }))
      const found = inputIssues?.(given.slice(1)) ?? []
      if (found.length > 0) return Effect.fail(new InvalidInput({ issues: found }))
      const work: unknown = Reflect.apply(operation, undefined, given)
      return Effect.isEffect(work) ? Effect.provideService(work, CurrentActor, caller.actor) : work
    }
    Object.defineProperty(operations, name, { value })
  }
  return withSpans(service, operations)
}

const isWorkspace = Schema.is(WorkspaceUuid)
const isCaller = Schema.is(Schema.Struct({ workspace: WorkspaceUuid, actor: ActorUuid }))

const callerIssue = (subject: unknown): Issue => {
  const workspace = Predicate.hasProperty(subject, "workspace") ? subject.workspace : subject
  if (isWorkspace(workspace)) {
    const message = "must be a caller, not a workspace. systemCaller(workspace) of @rollcall/core makes one"
    return issue("value_error", ["caller"], message)
  }
  const given = typeof workspace === "string" ? `, not ${JSON.stringify(workspace)}` : ""
  const message = `must be the uuid of a workspace${given}. Workspaces.ensure(name) returns it`
  return issue("value_error", ["workspace"], message)
}

const memberIssues = ([at, ...structs]: Members) => {
  const names = structs.flatMap(({ fields }) => Object.keys(fields))
  const schema = Schema.Struct(
    Record.fromEntries(names.map((name) => [name, Schema.optional(Schema.Unknown)] as const))
  )
  const read = Schema.decodeUnknownResult(schema)
  return (given: ReadonlyArray<unknown>): ReadonlyArray<Issue> => {
    const result = read(given[at], { errors: "all", onExcessProperty: "error" })
    return Result.isFailure(result) ? schemaIssues(result.failure.issue) : []
  }
}
