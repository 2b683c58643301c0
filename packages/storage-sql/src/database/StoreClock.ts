import type { StorageError } from "@rollcall/core"
import { type DateTime, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import { oneOf, readAs } from "./Rows.ts"

const instant = readAs(oneOf(Schema.Struct({ now: Schema.DateTimeUtcFromMillis })), ({ now }) => now)

/** Returns the current time of the store's clock. */
export const storeNow = (db: Db): Effect.Effect<DateTime.Utc, StorageError> =>
  Effect.flatMap(db.dialect.now, (now) => instant(db)(db.sql`SELECT ${now} AS now`))

/** Returns the `updated_at` of a changed delivery: `now`, or 1 ms after the previous value if that is not earlier. */
export const laterThanBefore = ({ sql }: Pick<Db, "sql">, now: Statement.Fragment): Statement.Fragment =>
  sql`CASE WHEN updated_at >= ${now} THEN updated_at + 1 ELSE ${now} END`
