import { type DayOfYear, writtenYears } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

/** Returns the condition that a timestamp is on a day of any year. It is computed for each row, without an index. */
export const isOnDay = (
  { dialect, sql }: Pick<Db, "dialect" | "sql">,
  millis: Statement.Fragment,
  day: DayOfYear
): Statement.Fragment => {
  const [from, until] = [sql.literal(String(writtenYears.from)), sql.literal(String(writtenYears.until))]
  return sql`(CASE
    WHEN ${millis} >= ${from} AND ${millis} < ${until} THEN ${dialect.dayOfYear(millis)} = ${day}
    ELSE FALSE
  END)`
}
