import { Effect, Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"

const PlanStep = Schema.Struct({ detail: Schema.String })
const decodeSteps = Schema.decodeUnknownEffect(Schema.Array(PlanStep))

/** A statement and the steps of its query plan. */
export interface Explained {
  readonly text: string
  readonly steps: ReadonlyArray<string>
}

/** Runs an effect and returns the query plan of every statement that it ran. */
export const explain = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      ran.push(statement.compile())
      return statement
    })
  )
  return yield* Effect.forEach(ran, ([text, parameters]) =>
    sql.unsafe(`EXPLAIN QUERY PLAN ${text}`, parameters).pipe(
      Effect.flatMap(decodeSteps),
      Effect.map((steps): Explained => ({ text, steps: steps.map(({ detail }) => detail) }))
    )
  )
})

/** The steps that scan all rows of a table, or all rows of a workspace. */
export const exhaustiveSteps = (plans: ReadonlyArray<Explained>): ReadonlyArray<string> =>
  plans.flatMap(({ steps }) =>
    steps.filter(
      (step) =>
        /^SCAN (contacts|contact_values|custom_fields|contact_lists|contact_list_members|contact_notes|segments|contact_imports|contact_import_rows|broadcasts|broadcast_recipients|parked_receipts|access_tokens)\b/.test(
          step
        ) || /^SEARCH \S+ USING .*\(workspace_uuid=\?\)/.test(step)
    )
  )

/** Runs an effect and returns the steps of its query plans that read one of these tables, by name or alias. */
export const stepsOn =
  (...tables: ReadonlyArray<string>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.map(explain(effect), (plans) => {
      const reads = new RegExp(`^(SCAN|SEARCH) (${tables.join("|")})( |$)`)
      return plans.flatMap(({ steps }) => steps.filter((step) => reads.test(step)))
    })
