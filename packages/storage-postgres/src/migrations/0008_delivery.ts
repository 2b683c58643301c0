import type { Migration } from "@rollcall/storage-sql"
import { merge, trigger } from "./CountTriggers.ts"

/**
 * The account of every recipient. Workers look over all workspaces, and channels name a message and not a workspace: the
 * indexes that serve them do not begin with it. Accounts change several times each, and every index of them is written
 * each time: there is none that counts them. `reason` is why a recipient was excluded or not reached, as a literal (B21).
 *
 * A recipient knows its contact, the address that its identifier is written for where it is written otherwise, and the
 * address under which the person writes where that is another one than the identifier (C10).
 */
const recipients = [
  `CREATE TABLE broadcast_recipients (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    uuid uuid NOT NULL PRIMARY KEY,
    position integer NOT NULL,
    identifier text NOT NULL,
    client_reference text COLLATE "C",
    status text COLLATE "C" NOT NULL,
    error text,
    parameters text,
    message_id text COLLATE "C",
    attempt integer NOT NULL,
    retries integer NOT NULL,
    not_before bigint,
    lease_until bigint,
    sent_at bigint,
    delivered_at bigint,
    read_at bigint,
    updated_at bigint NOT NULL,
    reason text,
    contact_uuid uuid,
    address text,
    problems text,
    writes_from text COLLATE "C",
    FOREIGN KEY (workspace_uuid, broadcast_uuid) REFERENCES broadcasts (workspace_uuid, uuid)
  )`,
  `CREATE UNIQUE INDEX recipients_by_position
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position)`,
  `CREATE INDEX recipients_pending
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position) WHERE status = 'pending'`,
  `CREATE INDEX recipients_of_broadcast_by_update
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, updated_at, uuid)`,
  "CREATE INDEX recipients_by_update ON broadcast_recipients (workspace_uuid, updated_at, uuid)",
  `CREATE INDEX recipients_by_reference ON broadcast_recipients (workspace_uuid, client_reference)
    WHERE client_reference IS NOT NULL`,
  "CREATE INDEX recipients_by_message ON broadcast_recipients (message_id) WHERE message_id IS NOT NULL",
  "CREATE INDEX recipients_by_lease ON broadcast_recipients (lease_until) WHERE lease_until IS NOT NULL",
  "CREATE INDEX recipients_by_identifier ON broadcast_recipients (workspace_uuid, left(identifier, 500))",
  `CREATE INDEX recipients_by_contact ON broadcast_recipients (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX recipients_by_address ON broadcast_recipients (workspace_uuid, left(address, 500))
    WHERE address IS NOT NULL`,
  `CREATE INDEX recipients_by_writer ON broadcast_recipients (workspace_uuid, writes_from)
    WHERE writes_from IS NOT NULL`
]

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

const byReason = `${broadcast}, reason`

const reasonsIn = (rows: string, sign: "" | "-" = "") =>
  `SELECT ${byReason}, ${sign}count(*) AS amount FROM ${rows} WHERE reason IS NOT NULL GROUP BY ${byReason}`

/** Adds what a statement changes of the counts of reasons (R51). Most statements touch no recipient with a reason. */
const addReasons = (rows: ReadonlyArray<string>, changes: string) => `IF ${rows
  .map((some) => `EXISTS (SELECT FROM ${some} WHERE reason IS NOT NULL)`)
  .join(" OR ")} THEN
      INSERT INTO recipient_reasons (${byReason}, recipients)
        SELECT ${byReason}, sum(amount) FROM (${changes}) AS changes GROUP BY ${byReason} HAVING sum(amount) <> 0;
      ${merge("recipient_reasons", byReason, ["recipients"], rows.map((some) => `SELECT ${byReason} FROM ${some}`).join(" UNION ALL "))}
    END IF;`

const counting = (
  event: "inserted" | "updated" | "deleted",
  rows: ReadonlyArray<string>,
  changes: string,
  reasons: string
) =>
  trigger(
    `rollcall_count_recipients_${event}`,
    `${add(changes)}
    ${merge("recipient_counts", broadcast, counters, `SELECT ${broadcast} FROM ${rows[0]}`)}
    ${addReasons(rows, reasons)}
    RETURN NULL;`
  )

/** The counters and reasons of each broadcast: the sums of rows that every change of recipients adds, as contacts are counted. */
const counts = [
  `CREATE TABLE recipient_counts (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    ${counters.map((counter) => `${counter} bigint NOT NULL`).join(",\n    ")},
    PRIMARY KEY (workspace_uuid, broadcast_uuid, sequence)
  )`,
  `CREATE TABLE recipient_reasons (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    reason text COLLATE "C" NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    recipients bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, broadcast_uuid, reason, sequence)
  )`,
  counting("inserted", ["added"], countersOf("added"), reasonsIn("added")),
  counting(
    "updated",
    ["added", "removed"],
    `${countersOf("added")} UNION ALL ${negated("removed")}`,
    `${reasonsIn("added")} UNION ALL ${reasonsIn("removed", "-")}`
  ),
  counting("deleted", ["removed"], negated("removed"), reasonsIn("removed", "-")),
  `CREATE TRIGGER count_inserted AFTER INSERT ON broadcast_recipients REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_inserted()`,
  `CREATE TRIGGER count_updated AFTER UPDATE ON broadcast_recipients REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_updated()`,
  `CREATE TRIGGER count_deleted AFTER DELETE ON broadcast_recipients REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_recipients_deleted()`
]

/**
 * Unmatched receipts with the channel that reported each, the workspace whose message it may be about, `all` for any
 * (A1, B11), and since when each is kept.
 */
const receipts = [
  `CREATE TABLE parked_receipts (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_type text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    error text,
    reason text,
    at bigint NOT NULL,
    kept_at bigint NOT NULL,
    UNIQUE (message_id, channel_type, workspace, status)
  )`,
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)"
]

/** The permits of each sender. A bucket keeps what it gave last, so that the statement that takes from it knows. */
const buckets = [
  `CREATE TABLE send_buckets (
    workspace_uuid uuid NOT NULL,
    sender text COLLATE "C" NOT NULL,
    level double precision NOT NULL,
    filled_at bigint NOT NULL,
    granted double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, sender)
  )`
]

export const delivery: Migration = [...recipients, ...counts, ...receipts, ...buckets]
