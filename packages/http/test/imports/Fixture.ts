import { Effect, Schema } from "effect"
import { makeAskedApp } from "../App.ts"
import { contactImport } from "../Samples.ts"
import { TestApp } from "../TestApp.ts"

/** Where imports are. */
export const path = "/v1/contacts/bulk"

/** An application that accepts imports, and what it was asked for. */
export const accepting = makeAskedApp((answer) => ({ contactImports: { create: answer(contactImport) } }))

const AcceptedJson = Schema.Struct({ contact_import_uuid: Schema.String })
const decodeAccepted = Schema.decodeUnknownSync(AcceptedJson, { onExcessProperty: "error" })

/** The uuid of an import that was accepted; throws unless it was. */
export const importOf = (json: unknown): string => decodeAccepted(json).contact_import_uuid

const ImportJson = Schema.Struct({
  contact_import_uuid: Schema.String,
  status: Schema.String,
  summary: Schema.Struct({ total: Schema.Int, created: Schema.Int, skipped: Schema.Int, failed: Schema.Int }),
  file_name: Schema.Null,
  file_uuid: Schema.Null,
  undo: Schema.Null,
  created_at: Schema.String
})
const decodeImport = Schema.decodeUnknownSync(ImportJson, { onExcessProperty: "error" })

const RowJson = Schema.Struct({
  index: Schema.Int,
  outcome: Schema.NullOr(Schema.String),
  contact_uuid: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  issues: Schema.Array(Schema.Struct({ type: Schema.String, field: Schema.String, msg: Schema.String })),
  undo: Schema.Null,
  contact: Schema.Json,
  erased: Schema.Boolean
})
const PageJson = Schema.Struct({
  rows: Schema.Array(RowJson),
  pagination: Schema.Struct({ limit: Schema.Int, offset: Schema.Int, total: Schema.Int })
})

/** A page of rows as the wire shows it; throws unless every field is there and no other (W1). */
const pageOf = Schema.decodeUnknownSync(PageJson, { onExcessProperty: "error" })

/** How far an import is. */
export const progressOf = Effect.fnUntraced(function* (token: string, at: string) {
  const { send } = yield* TestApp
  const { status, summary } = decodeImport((yield* send("GET", at, { token })).json)
  return { status, ...summary }
})

/** The rows of an import. */
export const rowsOf = Effect.fnUntraced(function* (token: string, at: string) {
  const { send } = yield* TestApp
  return pageOf((yield* send("GET", `${at}/rows`, { token })).json).rows
})
