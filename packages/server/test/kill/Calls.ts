import { Effect, Option, Schema } from "effect"
import type { HttpMethod } from "effect/http"
import { call } from "../Calls.ts"
import type { Fleet } from "./Fleet.ts"

/** The answer to an accepted import. */
export const AcceptedImport = Schema.Struct({ contact_import_uuid: Schema.String })

/** How far an import is. */
export const Progress = Schema.Struct({
  contact_import_uuid: Schema.String,
  status: Schema.Literals(["pending", "processing", "completed", "failed"]),
  summary: Schema.Struct({
    total: Schema.Int,
    created: Schema.Int,
    skipped: Schema.Int,
    failed: Schema.Int
  })
})

const pagination = Schema.Struct({ total: Schema.Int })

/** A row of an import with what became of it. */
export const ImportedRow = Schema.Struct({
  index: Schema.Int,
  outcome: Schema.NullOr(Schema.String),
  contact_uuid: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  contact: Schema.Json
})
export const ImportedRows = Schema.Struct({ rows: Schema.Array(ImportedRow), pagination })

/** A contact as these tests look at it. */
export const MarkedContact = Schema.Struct({
  uuid: Schema.String,
  first_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  custom_fields: Schema.Record(Schema.String, Schema.String)
})
export const MarkedContacts = Schema.Struct({ contacts: Schema.Array(MarkedContact), pagination })

type Request = readonly [method: HttpMethod.HttpMethod, path: string, body?: unknown]

/** Asks whichever server is alive until one answers. Only for what may be asked twice. */
export const reach = Effect.fnUntraced(function* (fleet: Fleet, ...[method, path, body]: Request) {
  for (;;) {
    const answer = yield* Effect.option(call(yield* fleet.someServer, method, path, body))
    if (Option.isSome(answer) && answer.value.status !== 503) return answer.value
    yield* Effect.sleep("10 millis")
  }
})

/** Reads an answer, which has to have this status and shape. */
export const read = <A>(
  { body, status }: { readonly status: number; readonly body: unknown },
  [wanted, schema]: readonly [status: number, schema: Schema.Decoder<A>]
) =>
  status === wanted
    ? Effect.orDie(Schema.decodeUnknownEffect(schema)(body))
    : Effect.die(new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`))

/** Reads every page of a listing. */
export const readAll = Effect.fnUntraced(function* <P extends { readonly pagination: { readonly total: number } }, A>(
  fleet: Fleet,
  path: string,
  page: Schema.Decoder<P>,
  itemsOf: (page: P) => ReadonlyArray<A>
) {
  const all: Array<A> = []
  for (;;) {
    const answer = yield* reach(fleet, "GET", `${path}?limit=100&offset=${all.length}`)
    const now = yield* read(answer, [200, page])
    all.push(...itemsOf(now))
    if (all.length >= now.pagination.total) return all
  }
})
