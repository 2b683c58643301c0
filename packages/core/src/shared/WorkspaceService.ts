import { Effect, Predicate, Record, Result, Schema } from "effect"
import { ActorUuid, CurrentActor, WorkspaceUuid } from "./Ids.ts"
import { schemaIssues } from "./Input.ts"
import { InvalidInput, issue, type Issue } from "./Issue.ts"
import { withSpans } from "./Spans.ts"

type Work = Effect.Effect<unknown, unknown, unknown>

type Operation = Work | ((...given: never) => Work)

/** The operations that fail with issues of what they are given. */
type Refusing<Operations> = {
  readonly [
    Name in keyof Operations as Operations[Name] extends (...given: never) => Effect.Effect<infer _A, infer E, infer _R>
      ? InvalidInput extends E
        ? Name
        : never
      : never
  ]?: Members
}

/** Where an object stands among the arguments after the workspace or the caller, and the members that it may have. */
type Members = readonly [at: number, ...structs: ReadonlyArray<{ readonly fields: Schema.Struct.Fields }>]

/** For a service whose operations take no object. */
export const noInputs = {}

/**
 * The operations of a service whose first argument is a workspace or a caller, with spans (see `withSpans`). They refuse
 * what its types refuse, for hosts without a compiler: a workspace that is not a uuid, which is a defect where an operation
 * refuses nothing otherwise, and members of an input that are not known. Values are checked by the operations. One that takes a caller runs on the
 * caller's behalf (`CurrentActor`).
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
      const issues = workspaceIssues(given[0])
      if (issues.length > 0) return Effect.die(new InvalidInput({ issues }))
      const found = inputIssues?.(given.slice(1)) ?? []
      if (found.length > 0) return Effect.fail(new InvalidInput({ issues: found }))
      const work: unknown = Reflect.apply(operation, undefined, given)
      return Effect.isEffect(work) && isCaller(given[0])
        ? Effect.provideService(work, CurrentActor, given[0].actor)
        : work
    }
    Object.defineProperty(operations, name, { value })
  }
  return withSpans(service, operations)
}

const isWorkspace = Schema.is(WorkspaceUuid)
const isCaller = Schema.is(Schema.Struct({ actor: ActorUuid }))

const workspaceIssues = (subject: unknown): ReadonlyArray<Issue> => {
  const workspace = Predicate.hasProperty(subject, "workspace") ? subject.workspace : subject
  if (isWorkspace(workspace)) return []
  const given = typeof workspace === "string" ? `, not ${JSON.stringify(workspace)}` : ""
  return [
    issue("value_error", ["workspace"], `must be the uuid of a workspace${given}. Workspaces.ensure(name) returns it`)
  ]
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
