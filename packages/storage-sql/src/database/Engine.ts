/** The properties of a database that affect the statements of this package. */
export interface Engine {
  /** The schema of every table; null if the database has no schemas. Statements never depend on a search path. */
  readonly schema: string | null

  /**
   * How the planner chooses between indexes: by statistics of a table's values, or by fixed rules that ignore the
   * parameters of a statement.
   */
  readonly planner: "statistics" | "rules"

  /** Whether concurrent reads share a statement, because a round trip costs more than a row. */
  readonly sharesReads: boolean

  /** Whether a statement may write in a subquery and read its RETURNING, including columns of joined tables. */
  readonly writesInSubqueries: boolean
}
