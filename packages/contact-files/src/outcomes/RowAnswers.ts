/** The response of the target (a server or database) about a row of a request. */
export interface RowAnswer {
  readonly outcome: keyof RowTotals
  /** The uuid or temporary name of the row's contact; null if the row has no contact. */
  readonly contact: string | null
  readonly reason: string | null
  readonly error: string | null
  /** Whether its contact stays archived. Default: false. */
  readonly isArchived?: boolean
}

/** A row in the API's format, with the types of its issues. */
interface WithIssues {
  readonly issues?: ReadonlyArray<{ readonly type: string }>
}

/** A row of an import in the API's format. */
interface ListedRow extends Pick<RowAnswer, "error" | "reason">, WithIssues {
  readonly index: number
  readonly outcome: RowAnswer["outcome"] | null
  readonly contact_uuid: string | null
}

/** The number of rows with each outcome. */
export interface RowTotals {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
}

/** A failed row, by its index in the request. */
interface RowFailed {
  readonly index: number
  readonly reason: string
  readonly error: string
}

/** The outcome of a request. */
export interface RequestOutcome {
  readonly counts: RowTotals
  readonly failed: ReadonlyArray<RowFailed>
  /** The contact of each row, by its index in the request; null or absent if there is none. */
  readonly contacts: ReadonlyArray<string | null>
  /** The indexes of rows with contacts that stay archived. Default: none. */
  readonly archived?: ReadonlySet<number>
}

/** The outcome of a request without rows. */
export const noOutcome: RequestOutcome = {
  counts: { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
  failed: [],
  contacts: []
}

/** Returns the outcome of a request from the results of all its rows, in order. */
export const outcomeOf = (rows: ReadonlyArray<RowAnswer>): RequestOutcome => {
  const counts = { ...noOutcome.counts }
  for (const { outcome } of rows) counts[outcome]++
  const failed = rows.flatMap((row, index) => (row.outcome === "failed" ? [rowFailed(index, row)] : []))
  const archived = new Set(rows.flatMap(({ isArchived = false }, index) => (isArchived ? [index] : [])))
  return { counts, failed, contacts: rows.map(({ contact }) => contact), archived }
}

/** Tells whether the contact of a row stays archived. */
export const staysArchived = ({ issues = [] }: WithIssues): boolean =>
  issues.some(({ type }) => type === "contact_archived")

/** Returns the results of the rows that have an outcome. */
export const answersIn = (rows: ReadonlyArray<ListedRow>) =>
  rows.flatMap(({ contact_uuid, error, index, outcome, reason, ...row }) =>
    outcome === null ? [] : [{ index, outcome, contact: contact_uuid, reason, error, isArchived: staysArchived(row) }]
  )

/** Returns the outcome of an import without matching. Its applied rows created contacts. */
export const unmatchedOutcome = (
  { created, failed, skipped }: Pick<RowTotals, "created" | "failed" | "skipped">,
  failures: ReturnType<typeof answersIn>
): RequestOutcome => ({
  counts: { created, updated: 0, unchanged: 0, skipped, failed },
  failed: failures.map((row) => rowFailed(row.index, row)),
  contacts: []
})

/** Returns a failed row, with default messages if the target gave none. */
const rowFailed = (index: number, { error, reason }: Pick<RowAnswer, "error" | "reason">): RowFailed => ({
  index,
  reason: reason ?? "no_reason",
  error: error ?? "no reason was given"
})
