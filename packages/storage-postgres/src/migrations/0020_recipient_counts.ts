import { merge, trigger } from "./CountTriggers.ts"
import { statements } from "./Statements.ts"

const broadcast = "workspace_uuid, broadcast_uuid"

/** What each counter of a broadcast (B13) counts, and how many recipients are pending or have a lease. */
const counted = {
  sent: "sent_at IS NOT NULL",
  delivered: "status IN ('delivered', 'read')",
  read: "status = 'read'",
  rejected: "status = 'rejected'",
  failed: "status = 'undeliverable'",
  unfinished: "status = 'pending' OR lease_until IS NOT NULL"
}
const counters = Object.keys(counted)

const countersOf = (rows: string) =>
  `SELECT ${broadcast}, ${Object.entries(counted)
    .map(([counter, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${counter}`)
    .join(", ")} FROM ${rows} GROUP BY ${broadcast}`

const negated = (rows: string) =>
  `SELECT ${broadcast}, ${counters.map((counter) => `-${counter} AS ${counter}`).join(", ")} FROM (${countersOf(rows)}) AS old`

const sums = counters.map((counter) => `sum(${counter})`)

/** Adds what a statement changes, if it changes a counter. */
const add = (changes: string) => `INSERT INTO recipient_counts (${broadcast}, ${counters.join(", ")})
      SELECT ${broadcast}, ${sums.join(", ")} FROM (${changes}) AS changes GROUP BY ${broadcast}
      HAVING (${sums.join(", ")}) <> (${sums.map(() => "0").join(", ")});`

const counting = (event: "inserted" | "updated" | "deleted", changes: string, rows: string) =>
  trigger(
    `rollcall_count_recipients_${event}`,
    `${add(changes)}
    ${merge("recipient_counts", broadcast, counters, `SELECT ${broadcast} FROM ${rows}`)}
    RETURN NULL;`
  )

/**
 * The counters of each broadcast: the sums of rows that every change of recipients adds in its transaction, as for
 * contacts (0018).
 */
export const recipientCounts = statements(
  `CREATE TABLE recipient_counts (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    ${counters.map((counter) => `${counter} bigint NOT NULL`).join(",\n    ")},
    PRIMARY KEY (workspace_uuid, broadcast_uuid, sequence)
  )`,
  "LOCK TABLE broadcast_recipients IN SHARE ROW EXCLUSIVE MODE",
  `INSERT INTO recipient_counts (${broadcast}, ${counters.join(", ")}) ${countersOf("broadcast_recipients")}`,
  counting("inserted", countersOf("added"), "added"),
  counting("updated", `${countersOf("added")} UNION ALL ${negated("removed")}`, "added"),
  counting("deleted", negated("removed"), "removed"),
  `CREATE TRIGGER count_inserted AFTER INSERT ON broadcast_recipients REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_inserted()`,
  `CREATE TRIGGER count_updated AFTER UPDATE ON broadcast_recipients REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_updated()`,
  `CREATE TRIGGER count_deleted AFTER DELETE ON broadcast_recipients REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_deleted()`
)
