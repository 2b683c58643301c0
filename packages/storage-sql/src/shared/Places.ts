import type { PlaceInTime } from "@rollcall/core/operations"
import { DateTime } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

/** Returns the condition that a row is before a place, by timestamp and uuid. Both are columns or expressions. */
export const isBefore = (
  { sql }: Db,
  [at, uuid]: readonly [at: string, uuid: string],
  place: PlaceInTime
): Statement.Fragment =>
  sql`(${sql.literal(at)}, ${sql.literal(uuid)}) < (${DateTime.toEpochMillis(place.at)}, ${place.uuid})`

/** Returns the ORDER BY and LIMIT of the newest rows by columns. */
export const newest = ({ sql }: Db, columns: ReadonlyArray<string>, limit: number): Statement.Fragment =>
  sql`ORDER BY ${sql.csv(columns.map((column) => sql`${sql.literal(column)} DESC`))} LIMIT ${limit}`
