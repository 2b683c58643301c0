import type { TableName } from "../database/Tables.ts"

/** A table of counts and the rows it counts. */
export interface CountedTable {
  readonly keys: ReadonlyArray<string>
  /** The number that a counted row adds, for each count column. */
  readonly counts: { readonly [column: string]: string }
  readonly rows: (table: (name: TableName) => string) => string
  /** Condition for the rows of the table, named `owner`, that still have counted rows. Default: all rows. */
  readonly areKept?: (table: (name: TableName) => string) => string
}

/** The SQL condition of each broadcast counter, including pending recipients and recipients with a lease. */
export const recipientCounters = {
  sent: (row: string) => `${row}sent_at IS NOT NULL`,
  delivered: (row: string) => `${row}status IN ('delivered', 'read')`,
  read: (row: string) => `${row}status = 'read'`,
  rejected: (row: string) => `${row}status = 'rejected'`,
  failed: (row: string) => `${row}status = 'undeliverable'`,
  unfinished: (row: string) => `${row}status = 'pending' OR ${row}lease_until IS NOT NULL`
}

/** Returns the counted recipients. While the recipients of a broadcast are being removed, its counts stay unchanged. */
const countedRecipients = (table: (name: TableName) => string, condition = "TRUE") => `(
  SELECT counted.* FROM ${table("broadcast_recipients")} AS counted WHERE ${condition} AND NOT EXISTS (
    SELECT 1 FROM ${table("broadcasts")} AS removed WHERE removed.recipients_removed_at IS NOT NULL
      AND removed.workspace_uuid = counted.workspace_uuid AND removed.uuid = counted.broadcast_uuid
  )
)`

const ofKeptRecipients = (table: (name: TableName) => string) => `NOT EXISTS (
  SELECT 1 FROM ${table("broadcasts")} AS removed WHERE removed.recipients_removed_at IS NOT NULL
    AND removed.workspace_uuid = owner.workspace_uuid AND removed.uuid = owner.broadcast_uuid
)`

/** The tables of counts. */
export const countedTables = {
  contact_counts: {
    keys: ["workspace_uuid"],
    counts: { contacts: "1" },
    rows: (table) => table("contacts")
  },
  member_counts: {
    keys: ["workspace_uuid", "list_uuid"],
    counts: { contacts: "1 - archived" },
    rows: (table) => `(
      SELECT member.workspace_uuid, member.list_uuid, counted.archived
      FROM ${table("contact_list_members")} AS member JOIN ${table("contacts")} AS counted
        ON counted.workspace_uuid = member.workspace_uuid AND counted.uuid = member.contact_uuid
    ) AS members`
  },
  value_counts: {
    keys: ["workspace_uuid", "field_uuid"],
    counts: { contacts: "1" },
    rows: (table) => `(SELECT * FROM ${table("contact_values")} WHERE ordinal = 0) AS first_values`
  },
  recipient_counts: {
    keys: ["workspace_uuid", "broadcast_uuid"],
    counts: Object.fromEntries(
      Object.entries(recipientCounters).map(([name, condition]) => [
        name,
        `CASE WHEN ${condition("")} THEN 1 ELSE 0 END`
      ])
    ),
    rows: (table) => `${countedRecipients(table)} AS kept_recipients`,
    areKept: ofKeptRecipients
  },
  recipient_reasons: {
    keys: ["workspace_uuid", "broadcast_uuid", "reason"],
    counts: { recipients: "1" },
    rows: (table) => `${countedRecipients(table, "reason IS NOT NULL")} AS unreached`,
    areKept: ofKeptRecipients
  }
} as const satisfies { readonly [Table in TableName]?: CountedTable }

/** The name of a table of counts. */
export type CountTable = keyof typeof countedTables
