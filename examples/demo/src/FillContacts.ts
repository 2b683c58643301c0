import { Console, Effect, Schema } from "effect"
import { type Client, expect } from "./Client.ts"
import { DemoFailed } from "./DemoFailed.ts"
import type { Row } from "./Sample.ts"
import { count, green, progress, shorten, table, yellow } from "./Screen.ts"

const Refusal = Schema.Struct({
  error: Schema.Struct({
    details: Schema.Struct({ errors: Schema.Array(Schema.Struct({ field: Schema.String, msg: Schema.String })) })
  })
})

const Total = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })

/** Creates a contact from each row. Shows rows that the server rejects, with the reasons. */
export const fillContacts = Effect.fnUntraced(function* (client: Client, rows: ReadonlyArray<Row>) {
  const advance = yield* progress(rows.length, "rows")
  let done = 0

  const create = Effect.fnUntraced(function* (row: Row) {
    const answer = yield* client.post("/v1/contacts", row.fields)
    yield* advance(++done)
    if (answer.status === 201) return []
    const { error } = yield* expect(422, Refusal)(answer)
    return [{ row, why: error.details.errors.map(({ field, msg }) => `${field}: ${msg}`).join("; ") }]
  })

  const refused = (yield* Effect.forEach(rows, create, { concurrency: 16 })).flat()
  return { made: rows.length - refused.length, refused }
}, Effect.scoped)

/** Prints the results for the rows, and checks that the server stores as many contacts as it confirmed. */
export const reportContacts = Effect.fnUntraced(function* (
  client: Client,
  { made, refused }: Effect.Success<ReturnType<typeof fillContacts>>
) {
  yield* Console.log(
    `  ${green(`${count(made)} contacts made`)}, ${yellow(`${count(refused.length)} rows refused`)} by the server:`
  )
  yield* table(
    ["Line", "Row", "Why it was refused"],
    refused.map(({ row, why }) => [row.line, shorten(textOf(row), 36), shorten(why, 60)])
  )
  const { pagination } = yield* client.get("/v1/contacts?limit=1").pipe(Effect.flatMap(expect(200, Total)))
  if (pagination.total !== made) {
    return yield* new DemoFailed({ message: `${made} contacts were made, and the server lists ${pagination.total}` })
  }
})

const textOf = (row: Row): string =>
  Object.values(row.fields)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ") || "(nothing in it)"
