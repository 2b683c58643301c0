/** What a database is, as far as statements of this package differ by it. */
export interface Engine {
  /** The schema of every table; null if the database has no schemas. No statement depends on a search path. */
  readonly schema: string | null

  /**
   * How the planner chooses between indexes: by statistics of the values in a table, or by fixed rules, without a look at
   * the parameters of a statement.
   */
  readonly planner: "statistics" | "rules"

  /** Whether callers that ask at the same time share a statement that reads: a round trip costs more than a row. */
  readonly sharesReads: boolean

  /** Whether a statement may write in a subquery and read what RETURNING returns, also of tables that it joins. */
  readonly writesInSubqueries: boolean
}
