import { Effect, Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"

const decodeLines = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ "QUERY PLAN": Schema.String })))

/** Runs an effect and returns the lines of the query plans of every statement that it ran. */
export const explain = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      ran.push(statement.compile())
      return statement
    })
  )
  const plans = yield* Effect.forEach(ran, ([text, parameters]) =>
    Effect.flatMap(sql.unsafe(`EXPLAIN (COSTS OFF) ${text}`, parameters).unprepared, decodeLines)
  )
  return plans.flat().map((line) => line["QUERY PLAN"].trim())
})

/** The lines that scan all rows of a table that grows, or all rows of a workspace. */
export const exhaustive = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter(
    (line) =>
      /Seq Scan on (contacts|contact_|broadcast|access_)/.test(line) ||
      /^Index Cond: \(workspace_uuid = '[^']+'::uuid\)$/.test(line)
  )
