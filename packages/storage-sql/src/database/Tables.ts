/** The tables of this package. The queue and the migrations use additional tables. */
export const tableNames = [
  "contacts",
  "contact_values",
  "former_addresses",
  "custom_fields",
  "custom_field_versions",
  "contact_lists",
  "contact_list_members",
  "contact_counts",
  "member_counts",
  "value_counts",
  "contact_jobs",
  "segments",
  "contact_notes",
  "contact_history",
  "contact_imports",
  "contact_import_rows",
  "broadcasts",
  "broadcast_recipients",
  "recipient_counts",
  "recipient_reasons",
  "idempotency_keys",
  "parked_receipts",
  "digest_keys",
  "send_buckets",
  "message_templates",
  "opt_outs",
  "contact_erasures",
  "contact_merges",
  "merged_identifiers",
  "workspaces",
  "workspace_settings",
  "access_tokens",
  "actors",
  "events",
  "event_batches",
  "event_counters",
  "event_positions",
  "event_removals",
  "webhooks",
  "received_messages",
  "inbox"
] as const

/** The name of a table of this package. */
export type TableName = (typeof tableNames)[number]

/** The table of the job queue. */
export const queueTable = "effect_queue"

/** Returns the name of a table with the dialect's schema, if any. `sql(name)` quotes both parts. */
export const qualified = ({ schema }: { readonly schema: string | null }, table: string): string =>
  schema === null ? table : `${schema}.${table}`
