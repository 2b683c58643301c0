import { statements, statistics } from "./Statements.ts"

/** What each counter of a broadcast (B13) counts, and whether a recipient is pending or has a lease. */
const counted = {
  sent: (row: string) => `(${row}sent_at IS NOT NULL)`,
  delivered: (row: string) => `(${row}status IN ('delivered', 'read'))`,
  read: (row: string) => `(${row}status = 'read')`,
  rejected: (row: string) => `(${row}status = 'rejected')`,
  failed: (row: string) => `(${row}status = 'undeliverable')`,
  unfinished: (row: string) => `(${row}status = 'pending' OR ${row}lease_until IS NOT NULL)`
}
const counters = Object.keys(counted)

const each = (of: (counter: string, value: (row: string) => string) => string) =>
  Object.entries(counted)
    .map(([counter, value]) => of(counter, value))
    .join(", ")

/** The counters of each broadcast, kept in step by triggers. Nothing counts by the index of statuses any more. */
const counts = statements(
  `CREATE TABLE recipient_counts (
    workspace_uuid TEXT NOT NULL,
    broadcast_uuid TEXT NOT NULL,
    ${counters.map((counter) => `${counter} INTEGER NOT NULL`).join(",\n    ")},
    PRIMARY KEY (workspace_uuid, broadcast_uuid)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO recipient_counts
    SELECT workspace_uuid, broadcast_uuid, ${each((_, value) => `sum(${value("")})`)}
    FROM broadcast_recipients GROUP BY workspace_uuid, broadcast_uuid`,
  `CREATE TRIGGER recipients_count_inserted AFTER INSERT ON broadcast_recipients BEGIN
    INSERT INTO recipient_counts
      VALUES (new.workspace_uuid, new.broadcast_uuid, ${each((_, value) => value("new."))})
      ON CONFLICT DO UPDATE SET ${each((counter) => `${counter} = ${counter} + excluded.${counter}`)};
  END`,
  `CREATE TRIGGER recipients_count_updated AFTER UPDATE OF status, sent_at, lease_until ON broadcast_recipients
  WHEN (${each((_, value) => value("new."))}) <> (${each((_, value) => value("old."))}) BEGIN
    UPDATE recipient_counts
    SET ${each((counter, value) => `${counter} = ${counter} + ${value("new.")} - ${value("old.")}`)}
    WHERE workspace_uuid = new.workspace_uuid AND broadcast_uuid = new.broadcast_uuid;
  END`,
  `CREATE TRIGGER recipients_count_deleted AFTER DELETE ON broadcast_recipients BEGIN
    UPDATE recipient_counts
    SET ${each((counter, value) => `${counter} = ${counter} - ${value("old.")}`)}
    WHERE workspace_uuid = old.workspace_uuid AND broadcast_uuid = old.broadcast_uuid;
  END`
)

/** What is left to find by a status: the next pending recipients. */
const pending = statements(
  "DROP INDEX recipients_by_status",
  `CREATE INDEX recipients_pending
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position) WHERE status = 'pending'`
)

export const recipientCounts = [
  ...counts,
  ...pending,
  ...statistics("broadcast_recipients", { recipients_pending: "100000 100000 1000 1" })
]
