import { StoredTexts, textsOfRows } from "@rollcall/conformance/storage"
import { Effect, Layer, type Redacted, Schema } from "effect"
import { connection } from "./server/Databases.ts"

const decodeTables = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ table: Schema.String })))

/** Reads what the tables of a database keep of a workspace, on one connection. */
export const layerStoredTexts = (url: Redacted.Redacted): Layer.Layer<never> =>
  Layer.effect(
    StoredTexts,
    Effect.gen(function* () {
      const sql = yield* connection(url)
      const tables = yield* decodeTables(
        yield* sql`
          SELECT table_name AS "table" FROM information_schema.columns
          WHERE table_schema = 'rollcall' AND column_name = 'workspace_uuid'`
      )
      const texts: (typeof StoredTexts)["Service"] = (workspace) =>
        Effect.forEach(tables, ({ table }) =>
          Effect.map(sql`SELECT * FROM ${sql(table)} WHERE workspace_uuid = ${workspace}`, (rows) =>
            textsOfRows(table, rows)
          )
        ).pipe(
          Effect.map((texts) => texts.flat()),
          Effect.orDie
        )
      return texts
    }).pipe(Effect.orDie)
  )
