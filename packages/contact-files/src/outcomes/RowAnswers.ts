/** What the target answered about a row of a request. */
export interface RowAnswer {
  readonly outcome: keyof RowTotals
  /** What names its contact; null if it has no contact. */
  readonly contact: string | null
  readonly reason: string | null
  readonly error: string | null
  /** Whether its contact stays archived. Default: false. */
  readonly isArchived?: boolean
}

/** A row as the API lists it, with the types of its issues. */
interface WithIssues {
  readonly issues?: ReadonlyArray<{ readonly type: string }>
}

/** A row of an import as the API lists it. */
interface ListedRow extends Pick<RowAnswer, "error" | "reason">, WithIssues {
  readonly index: number
  readonly outcome: RowAnswer["outcome"] | null
  readonly contact_uuid: string | null
}

/** How many rows had each outcome. */
export interface RowTotals {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
}

/** A row that failed, by its place in the request, and why. */
interface RowFailed {
  readonly index: number
  readonly reason: string
  readonly error: string
}

/** The outcome of a request. */
export interface RequestOutcome {
  readonly counts: RowTotals
  readonly failed: ReadonlyArray<RowFailed>
  /** The contact of each row, by its place in the request; null, or absent, where there is none. */
  readonly contacts: ReadonlyArray<string | null>
  /** The rows whose contacts stay archived, by their places in the request. Default: none. */
  readonly archived?: ReadonlySet<number>
}

/** The outcome of a request without rows. */
export const noOutcome: RequestOutcome = {
  counts: { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
  failed: [],
  contacts: []
}

/** The outcome of a request whose rows were answered, all in their order. */
export const outcomeOf = (rows: ReadonlyArray<RowAnswer>): RequestOutcome => {
  const counts = { ...noOutcome.counts }
  for (const { outcome } of rows) counts[outcome]++
  const failed = rows.flatMap((row, index) => (row.outcome === "failed" ? [rowFailed(index, row)] : []))
  const archived = new Set(rows.flatMap(({ isArchived = false }, index) => (isArchived ? [index] : [])))
  return { counts, failed, contacts: rows.map(({ contact }) => contact), archived }
}

/** Whether the API says of a row that its contact stays archived. */
export const staysArchived = ({ issues = [] }: WithIssues): boolean =>
  issues.some(({ type }) => type === "contact_archived")

/** The answers about rows of an import that have an outcome. */
export const answersIn = (rows: ReadonlyArray<ListedRow>) =>
  rows.flatMap(({ contact_uuid, error, index, outcome, reason, ...row }) =>
    outcome === null ? [] : [{ index, outcome, contact: contact_uuid, reason, error, isArchived: staysArchived(row) }]
  )

/** The outcome of an import whose rows are not matched: each that did not fail made a contact. */
export const unmatchedOutcome = (
  { created, failed, skipped }: Pick<RowTotals, "created" | "failed" | "skipped">,
  failures: ReturnType<typeof answersIn>
): RequestOutcome => ({
  counts: { created, updated: 0, unchanged: 0, skipped, failed },
  failed: failures.map((row) => rowFailed(row.index, row)),
  contacts: []
})

/** A row that failed, with words where the target gave none. */
const rowFailed = (index: number, { error, reason }: Pick<RowAnswer, "error" | "reason">): RowFailed => ({
  index,
  reason: reason ?? "no_reason",
  error: error ?? "no reason was given"
})
